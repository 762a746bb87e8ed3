import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { foldText } from "contract/core/text.ts";
import { type ConfigType, configTypes, defaultSettings } from "contract/site-config/defaults.ts";
import { configDefaults, newConfigProblems, normaliseConfigValue } from "contract/site-config/rules.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";
import Plus from "lucide-static/icons/plus.svg?react";
import SearchX from "lucide-static/icons/search-x.svg?react";
import Trash2 from "lucide-static/icons/trash-2.svg?react";
import { useId, useState } from "react";
import { fieldProblems, serverProblems, useDraftForm } from "../../page/form.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { BreakableKey } from "../admin/breakable-key.tsx";
import { LeaveGuard } from "../admin/leave-guard.tsx";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery, useRefresh } from "../admin/queries.ts";
import { TabSearch, useTabState } from "../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../admin/tab-page.tsx";
import { EditConflict } from "../admin/use-edits.tsx";
import { useConfigEdits } from "./use-config-edits.ts";
import { ValueEditor } from "./value-editor.tsx";

/** The settings of the site, by category (spec/content-and-settings 4.1). */
export function ConfigTab() {
  const { data: configs, error, refetch } = useAdminQuery(configsQuery(useAdminCall()));
  const [adding, setAdding] = useState(false);
  const lacksWrite = useDenialReason()("config.write");
  const actions = configs && (
    <ActionButton size="small" denialReason={lacksWrite} onClick={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" />
      Add Config
    </ActionButton>
  );
  return (
    <TabPage actions={actions}>
      {configs ? (
        <Configs configs={configs} />
      ) : (
        <TabUnloaded error={error} failed="Failed to load configurations" onRetry={refetch} />
      )}
      {adding && configs && <AddConfigDialog configs={configs} onClose={() => setAdding(false)} />}
    </TabPage>
  );
}

const defaults = { search: "", category: "", page: 1 };

function Configs({ configs }: { configs: readonly SiteConfig[] }) {
  const { state, show } = useTabState(defaults);
  const edits = useConfigEdits(configs);
  const [deleting, setDeleting] = useState<SiteConfig | null>(null);
  const groups = findConfigs(configs, state.search, state.category);
  const unsaved = edits.count;
  const [failure, reason] = edits.failures;
  return (
    <>
      <ReadOnlyNote needs="config.write" />
      <div
        className={
          "sticky top-16 z-10 -mx-1 mb-4 grid gap-2.5 bg-surface px-1 py-2 " +
          "sm:grid-cols-[minmax(0,1fr)_12rem] xl:grid-cols-[minmax(0,1fr)_12rem_auto]"
        }
      >
        <TabSearch
          label="Search by key or description"
          applied={state.search}
          onSearch={(search) => show({ search }, { replace: state.search !== "" })}
        />
        <Select label="Category" value={state.category} onChoose={(category) => show({ category })}>
          <option value="">All categories</option>
          {categoriesOf(configs).map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
        <div className="flex gap-2.5">
          <Button kind="primary" disabled={unsaved === 0 || edits.saving} onClick={() => void edits.save()}>
            {edits.saving ? "Saving…" : `Save Changes (${unsaved})`}
          </Button>
          <Button disabled={unsaved === 0 || edits.saving} onClick={edits.cancel}>
            Reset
          </Button>
        </div>
      </div>
      {failure && (
        <div className="mb-4">
          <ErrorBox>
            <p>{failure}</p>
            {reason && <p className="text-sm">{reason}</p>}
          </ErrorBox>
        </div>
      )}
      {groups.length === 0 && <Notice icon={SearchX} title="No configurations found" />}
      <div className="grid gap-5">
        {groups.map(([category, found]) => (
          <section key={category} aria-label={category} className="rounded-lg border border-border bg-raised px-5 pt-4">
            <h2 className="text-md">{category}</h2>
            <ul className="divide-y divide-border">
              {found.map((config) => (
                <ConfigRow
                  // saved values may arrive a moment after the edits are cleared
                  key={`${config.id} ${config.version} ${edits.round}`}
                  config={config}
                  edited={edits.edits[config.id]}
                  problem={edits.problems.get(config.id)}
                  onChange={(value) => edits.change(config, value)}
                  onDelete={() => setDeleting(config)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <LeaveGuard unsaved={unsaved > 0} outlivesSearch />
      <EditConflict edit={edits} />
      {deleting && <DeleteConfigDialog config={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

/** All settings. They are few and filtered in the browser, so that edits of hidden ones are not lost. */
function configsQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "config"],
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => (await call("GET /api/admin/config", {}, { signal })).configs,
  });
}

interface ConfigRowProps {
  config: SiteConfig;
  /** The edited value, if it differs from the saved one. */
  edited: string | undefined;
  problem: string | undefined;
  onChange: (value: string) => void;
  onDelete: () => void;
}

/** A setting with the control for its value. */
function ConfigRow({ config, edited, problem, onChange, onDelete }: ConfigRowProps) {
  const id = useId();
  const denialReason = useDenialReason();
  const readOnly = denialReason("config.write") !== undefined;
  return (
    <li className="grid gap-x-6 gap-y-2 py-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span id={`${id}-about`} className="font-medium wrap-anywhere">
            {config.description || <BreakableKey name={config.key} />}
          </span>
          {config.required && <Badge>Required</Badge>}
          {edited !== undefined && <Badge tone="warning">Edited</Badge>}
        </p>
        {config.description && (
          <p className="text-sm wrap-anywhere text-muted">
            <BreakableKey name={config.key} />
          </p>
        )}
        {config.last_modified && (
          <p className="figures text-xs text-muted">Changed {formatMoment(config.last_modified)}</p>
        )}
      </div>
      <div className="min-w-0">
        <ValueEditor
          type={config.type}
          label={config.key}
          value={edited ?? config.value}
          onChange={onChange}
          disabled={readOnly}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-about ${id}-problem`}
        />
        <p id={`${id}-problem`} aria-live="polite" className="text-sm text-danger">
          {problem}
        </p>
      </div>
      {/* a required setting is changed, never deleted */}
      {!config.required && (
        <ActionButton
          kind="quiet"
          size="icon"
          className="-me-3 justify-self-end"
          aria-label={`Delete ${config.key}`}
          title={`Delete ${config.key}`}
          denialReason={denialReason("config.delete")}
          onClick={onDelete}
        >
          <Trash2 aria-hidden className="size-4.5" />
        </ActionButton>
      )}
    </li>
  );
}

/** Asks before a setting is deleted (spec/content-and-settings 4.2). */
function DeleteConfigDialog({ config, onClose }: { config: SiteConfig; onClose: () => void }) {
  const call = useAdminCall();
  const refresh = useRefresh("site");
  const remove = async () => {
    // the key could look like an id
    await call("DELETE /api/admin/config/{key}", { params: { key: String(config.id) } });
    await refresh();
  };
  return (
    <ConfirmDialog
      title="Delete configuration"
      action="Delete"
      kind="danger"
      onConfirm={remove}
      explain={(error) => serverMessageOf(error, "Failed to delete configuration")}
      onClose={onClose}
    >
      Are you sure you want to delete <strong className="break-all text-text">{config.key}</strong>? This cannot be
      undone.{" "}
      {Object.hasOwn(defaultSettings, config.key) &&
        "The site itself uses this configuration: it goes by the value that it ships with, which is " +
          "back in this list after the next start."}
    </ConfirmDialog>
  );
}

interface AddConfigDialogProps {
  /** The existing settings; keys are unique. */
  configs: readonly SiteConfig[];
  onClose: () => void;
}

/** Creates a setting that the site itself does not read (spec/content-and-settings 3.3). */
function AddConfigDialog({ configs, onClose }: AddConfigDialogProps) {
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
        <FormButtons submit="Add Config" disabled={form.sending} onCancel={onClose} />
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

/** Settings that match a search and a category, both empty for all; by category and key. */
export function findConfigs(
  configs: readonly SiteConfig[],
  search: string,
  category: string,
): [string, SiteConfig[]][] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const found = configs.filter((config) => {
    const text = foldText(`${config.key} ${config.description ?? ""}`);
    return (category === "" || config.category === category) && words.every((word) => text.includes(word));
  });
  const inOrder = found.toSorted((a, b) => a.key.localeCompare(b.key, "en"));
  return [...Map.groupBy(inOrder, (config) => config.category)].toSorted(([a], [b]) => a.localeCompare(b, "en"));
}

/** The existing categories in order. */
export function categoriesOf(configs: readonly SiteConfig[]): string[] {
  return [...new Set(configs.map(({ category }) => category))].toSorted((a, b) => a.localeCompare(b, "en"));
}
