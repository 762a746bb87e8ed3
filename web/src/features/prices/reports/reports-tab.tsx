import type { ReportGroup } from "contract/prices/report-schema.ts";
import Flag from "lucide-react/icons/flag";
import { useState } from "react";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { ReadOnlyNote } from "../../admin/editing/read-only-note.tsx";
import { useTabState } from "../../admin/tabs/tab-address.ts";
import { TabPending } from "../../admin/tabs/tab-fallbacks.tsx";
import { TabPager } from "../../admin/tabs/tab-list.tsx";
import { TabPage } from "../../admin/tabs/tab-page.tsx";
import { useAdminQuery } from "../../admin/use-admin-query.ts";
import { GroupRow } from "./group-row.tsx";
import { type ReportsState, reportsAllowed, reportsDefaults, reportsPageSize, reportsQuery } from "./reports-state.ts";
import { SettleDialog } from "./settle-dialog.tsx";

/** Visitors' reports of wrong prices by offer (spec/catalogue 7). */
export function ReportsTab() {
  return (
    <TabPage title="Reports" needs="prices.read">
      <Reports />
    </TabPage>
  );
}

function Reports() {
  const tab = useTabState(reportsDefaults, reportsAllowed);
  const { state, show } = tab;
  const { data, error, refetch } = useAdminQuery(reportsQuery(useAdminCall(), state));
  const [settling, setSettling] = useState<ReportGroup>();
  const [done, setDone] = useState("");
  if (!data) {
    if (!error) return <TabPending />;
    return <FailureNotice title={serverMessageOf(error, "Failed to load reports")} onRetry={refetch} />;
  }
  return (
    <>
      <ReadOnlyNote needs="prices.write" />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          Prices that visitors say are wrong, with the price of that time and of now.
        </p>
        <Select
          label="State"
          value={state.state}
          onChoose={(value) => show({ state: value as ReportsState["state"] })}
          className="w-40"
        >
          <option value="open">Open</option>
          <option value="settled">Settled</option>
        </Select>
      </div>
      <p role="status" className="mb-3 text-sm text-positive empty:hidden">
        {done}
      </p>
      {data.total === 0 ? (
        <Notice icon={Flag} title={state.state === "open" ? "No open reports" : "No settled reports"}>
          Visitors report a price by the link beside it on a game's page.
        </Notice>
      ) : (
        <ul aria-label="Reports" className="divide-y divide-border rounded-lg border border-border bg-raised">
          {data.groups.map((group) => (
            <GroupRow key={keyOf(group)} group={group} onSettle={() => setSettling(group)} />
          ))}
        </ul>
      )}
      <TabPager page={state.page} total={data.total} pageSize={reportsPageSize} searchOf={tab.searchOf} />
      {settling && (
        <SettleDialog
          group={settling}
          onClose={() => setSettling(undefined)}
          onDone={(what) => {
            setSettling(undefined);
            setDone(what);
          }}
        />
      )}
    </>
  );
}

const keyOf = ({ game, country, store, settled_at }: ReportGroup) => [game.id, country, store, settled_at].join(" ");
