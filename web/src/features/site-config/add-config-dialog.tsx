import { type ConfigType, configTypes } from "contract/site-config/catalogue.ts";
import { configDefaults, newConfigProblems, normaliseConfigValue } from "contract/site-config/rules.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { LeaveGuard } from "../admin/editing/leave-guard.tsx";
import { useRefresh } from "../admin/editing/use-refresh.ts";
import { categoriesOf } from "./config-list.ts";
import { ValueEditor } from "./value-editor.tsx";

interface AddConfigDialogProps {
  /** The existing settings; keys are unique. */
  configs: readonly SiteConfig[];
  onClose: () => void;
}

/** Creates a setting that the site itself does not read (spec/content-and-settings 3.3). */
export function AddConfigDialog({ configs, onClose }: AddConfigDialogProps) {
  const id = useId();
  const call = useAdminCall();
  const refresh = useRefresh("site");
  const [config, setConfig] = useState(blank);
  /** Problems are shown after the first submit. */
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const change = (part: Partial<typeof blank>) => setConfig({ ...config, ...part });

  const problems = newConfigProblems(config, (key) => configs.some((other) => other.key === key));
  const problemOf = (field: string) => (sent ? problems.find(({ path }) => path === field)?.msg : undefined);
  const valueProblem = problemOf("value");

  const create = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    if (problems.length > 0 || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { key, type, value, category, description, required } = config;
      const body = { key, type, value: normaliseConfigValue(type, value), category, description, required };
      await call("POST /api/admin/config", { body });
      await refresh();
      onClose();
    } catch (error) {
      setFailure(serverMessageOf(error, "Failed to create configuration"));
      setBusy(false);
    }
  };
  return (
    <Dialog title="Add Config" onClose={onClose}>
      <LeaveGuard unsaved={config !== blank} />
      <form onSubmit={create} noValidate className="mt-4 grid gap-4">
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <TextField
          label="Key"
          value={config.key}
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
          required
          error={problemOf("key")}
          onChange={(event) => change({ key: event.target.value })}
        />
        <div className="grid gap-1.5">
          <span className="text-sm font-medium">Type</span>
          <Select
            label="Type"
            value={config.type}
            onChoose={(chosen) => {
              const type = chosen as ConfigType;
              change({ type, value: configDefaults[type] });
            }}
          >
            {configTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
        </div>
        <div className="grid gap-1.5">
          <span className="text-sm font-medium">Value</span>
          <ValueEditor
            key={config.type}
            type={config.type}
            label="Value"
            value={config.value}
            onChange={(value) => change({ value })}
            aria-invalid={valueProblem !== undefined}
            aria-describedby={`${id}-value`}
          />
          <p id={`${id}-value`} className="text-sm text-danger">
            {valueProblem}
          </p>
        </div>
        <TextField
          label="Category"
          list={`${id}-categories`}
          value={config.category}
          maxLength={100}
          required
          error={problemOf("category")}
          onChange={(event) => change({ category: event.target.value })}
        />
        <datalist id={`${id}-categories`}>
          {categoriesOf(configs).map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <TextField
          label="Description"
          value={config.description}
          maxLength={1_000}
          onChange={(event) => change({ description: event.target.value })}
        />
        <Checkbox
          label="Required field"
          checked={config.required}
          onChange={(event) => change({ required: event.target.checked })}
        />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={busy}>
            Add Config
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

const blank = {
  key: "",
  type: "string" as ConfigType,
  value: configDefaults.string,
  category: "",
  description: "",
  required: false,
};
