import type { Insights } from "contract/insights/api.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Select } from "../../ui/select.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { useTabState } from "../admin/tabs/tab-address.ts";
import { TabPending } from "../admin/tabs/tab-fallbacks.tsx";
import { TabPage } from "../admin/tabs/tab-page.tsx";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { Clicks } from "./clicks.tsx";
import { EmptySearches } from "./empty-searches.tsx";
import { Freshness } from "./freshness.tsx";
import { type InsightsState, insightsAllowed, insightsDefaults, insightsQuery, periods } from "./insights-query.ts";
import { Interest } from "./interest.tsx";

/** Aggregates of what visitors look for and of how fresh prices are (spec/catalogue 6). */
export function InsightsTab() {
  return (
    <TabPage title="Insights" needs="insights.read">
      <Stats />
    </TabPage>
  );
}

function Stats() {
  const { state, show } = useTabState(insightsDefaults, insightsAllowed);
  const { data, error, refetch, isPlaceholderData } = useAdminQuery(insightsQuery(useAdminCall(), state));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">Sums only: nothing here is about a single visitor.</p>
        <Select
          label="Period"
          value={state.days}
          onChoose={(days) => show({ days: days as InsightsState["days"] })}
          className="w-44"
        >
          {periods.map((days) => (
            <option key={days} value={days}>
              Last {days} days
            </option>
          ))}
        </Select>
      </div>
      {data ? (
        <Cards data={data} loading={isPlaceholderData} />
      ) : error ? (
        <FailureNotice title={serverMessageOf(error, "Failed to load insights")} onRetry={refetch} />
      ) : (
        <TabPending />
      )}
    </>
  );
}

function Cards({ data, loading }: { data: Insights; loading: boolean }) {
  return (
    <div aria-busy={loading} className="grid gap-6 aria-busy:opacity-60 xl:grid-cols-2 xl:items-start">
      <Clicks clicks={data.clicks} />
      <EmptySearches searches={data.searches} />
      <Interest title="Most Wishlisted" verb="wishlist" games={data.wishlisted} />
      <Interest title="Most Watched" verb="watch by an alert" games={data.watched} />
      <div className="xl:col-span-2">
        <Freshness freshness={data.freshness} />
      </div>
    </div>
  );
}
