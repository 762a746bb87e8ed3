import { formatPriceOrFree } from "contract/core/money.ts";
import type { ReportGroup } from "contract/prices/report-schema.ts";
import Flag from "lucide-react/icons/flag";
import { useState } from "react";
import { useStores } from "../../../api/stores.ts";
import { PathLink } from "../../../page/path-link.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { ReadOnlyNote } from "../../admin/editing/read-only-note.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { useTabState } from "../../admin/tabs/tab-address.ts";
import { TabPending } from "../../admin/tabs/tab-fallbacks.tsx";
import { TabPager } from "../../admin/tabs/tab-list.tsx";
import { TabPage } from "../../admin/tabs/tab-page.tsx";
import { useAdminQuery } from "../../admin/use-admin-query.ts";
import {
  outcomeNames,
  type ReportsState,
  reportsAllowed,
  reportsDefaults,
  reportsPageSize,
  reportsQuery,
} from "./reports-state.ts";
import { SettleDialog } from "./settle-dialog.tsx";

/** Visitors' reports of wrong prices by offer (spec/catalogue 7). */
export function ReportsTab() {
  return (
    <TabPage>
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

const linkStyle = "text-accent-text underline underline-offset-3";

/** The reports about an offer. */
function GroupRow({ group, onSettle }: { group: ReportGroup; onSettle: () => void }) {
  const { game, store, country, count, outcome, settled_at, reports, link, last_seen_at } = group;
  const denialReason = useDenialReason()("prices.write");
  const storeName = useStores().storeOf(store).name;
  const name = `${game.title} at ${storeName}`;
  return (
    <li aria-label={name} className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-base font-semibold">
          <PathLink path={`/games/${game.id}`} className={linkStyle}>
            {game.title}
          </PathLink>{" "}
          at {storeName}
        </h2>
        <Badge>{country}</Badge>
        <span className="text-sm text-muted">{count === 1 ? "1 report" : `${count} reports`}</span>
        <span className="ml-auto">
          {outcome === null ? (
            <ActionButton size="small" denialReason={denialReason} aria-label={`Settle ${name}`} onClick={onSettle}>
              Settle
            </ActionButton>
          ) : (
            <span className="text-sm">
              {outcomeNames[outcome]}, {formatMoment(settled_at)}
            </span>
          )}
        </span>
      </div>
      <p className="text-sm">
        Price now: <span className="figures font-semibold">{priceIn(group.price_now, group.currency)}</span>
        {last_seen_at && <span className="text-muted">, last seen {formatMoment(last_seen_at)}</span>}
        {link && (
          <>
            {" · "}
            <a href={link} target="_blank" rel="noopener noreferrer" className={linkStyle}>
              Open at {storeName}
            </a>
          </>
        )}
      </p>
      <ul aria-label={`Reports about ${name}`} className="grid gap-2 text-sm">
        {reports.map((report) => (
          <li key={report.id} className="rounded-md bg-sunken px-3 py-2">
            <p className="text-muted">
              {formatMoment(report.reported_at)}, when it was{" "}
              <span className="figures text-text">{priceIn(report.price, report.currency)}</span>
            </p>
            {report.message && <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{report.message}</p>}
          </li>
        ))}
      </ul>
      {reports.length < count && <p className="text-sm text-muted">And {count - reports.length} earlier ones.</p>}
    </li>
  );
}

function priceIn(price: number | null, currency: string | null): string {
  if (price === null || currency === null) return "not sold";
  return formatPriceOrFree(price, { currency, locale: "en-US" });
}
