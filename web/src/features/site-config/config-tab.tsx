import type { SiteConfig } from "contract/site-config/schema.ts";
import Plus from "lucide-react/icons/plus";
import SearchX from "lucide-react/icons/search-x";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { LeaveGuard } from "../admin/editing/leave-guard.tsx";
import { ReadOnlyNote } from "../admin/editing/read-only-note.tsx";
import { EditConflict } from "../admin/editing/stale-dialog.tsx";
import { useDenialReason } from "../admin/me.ts";
import { useTabState } from "../admin/tabs/tab-address.ts";
import { TabPending } from "../admin/tabs/tab-fallbacks.tsx";
import { TabPage } from "../admin/tabs/tab-page.tsx";
import { TabSearch } from "../admin/tabs/tab-search.tsx";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { AddConfigDialog } from "./add-config-dialog.tsx";
import { configsQuery } from "./admin-queries.ts";
import { categoriesOf, findConfigs } from "./config-list.ts";
import { ConfigRow } from "./config-row.tsx";
import { DeleteConfigDialog } from "./delete-config-dialog.tsx";
import { useConfigEdits } from "./use-config-edits.ts";

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
    <TabPage title="Site Config" needs="config.read" actions={actions}>
      {configs ? (
        <Configs configs={configs} />
      ) : error ? (
        <FailureNotice title={serverMessageOf(error, "Failed to load configurations")} onRetry={refetch} />
      ) : (
        <TabPending />
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
          <Button disabled={unsaved === 0 || edits.saving} onClick={edits.reset}>
            Reset
          </Button>
        </div>
      </div>
      {edits.failure && (
        <div className="mb-4">
          <ErrorBox>
            <p>{edits.failure.message}</p>
            {edits.failure.reason && <p className="text-sm">{edits.failure.reason}</p>}
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
                  edited={edits.edits.get(config.id)?.value}
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
