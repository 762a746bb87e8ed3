import { type ConfigType, configTypes } from "contract/site-config/defaults.ts";
import { configDefaults, newConfigProblems, normaliseConfigValue } from "contract/site-config/rules.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";
import { useId } from "react";
import { fieldProblems, serverProblems, useDraftForm } from "../../page/form.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
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
  const form = useDraftForm({
    initial: blank,
    check: (config) => {
      const problems = newConfigProblems(config, (key) => configs.some((other) => other.key === key));
      return fieldProblems(Object.fromEntries(problems.map(({ path, msg }) => [path, msg]).reverse()));
    },
    send: async ({ key, type, value, category, description, required }) => {
      const body = { key, type, value: normaliseConfigValue(type, value), category, description, required };
      await call("POST /api/admin/config", { body });
      await refresh();
      onClose();
    },
    explain: (error) => serverProblems(error, "Failed to create configuration"),
  });
  const { values: config, change } = form;
  const valueProblem = form.errorOf("value");
  return (
    <Dialog title="Add Config" onClose={onClose}>
      <LeaveGuard unsaved={form.isChanged} />
      <form {...form.formProps} className="mt-4 grid gap-4">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextField
          label="Key"
          {...form.fieldProps("key")}
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
          required
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
          {...form.fieldProps("category")}
          maxLength={100}
          required
        />
        <datalist id={`${id}-categories`}>
          {categoriesOf(configs).map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <TextField label="Description" {...form.fieldProps("description")} maxLength={1_000} />
        <Checkbox
          label="Required field"
          checked={config.required}
          onChange={(event) => change({ required: event.target.checked })}
        />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
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
