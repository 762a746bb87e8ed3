import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import { formatDate } from "contract/core/dates.ts";
import type { Insights } from "contract/insights/api.ts";
import { minPeople } from "contract/insights/rules.ts";
import { useStores } from "../../api/stores.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Select } from "../../ui/select.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminFreshFor, adminKey } from "../admin/queries.ts";
import { type Allowed, type TabState, useTabState } from "../admin/tabs/tab-address.ts";
import { TabPending } from "../admin/tabs/tab-fallbacks.tsx";
import { TabPage } from "../admin/tabs/tab-page.tsx";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { Card } from "../dashboard/card.tsx";
import { DayChart } from "./day-chart.tsx";
import { GameName } from "./game-name.tsx";
import { NumberTable } from "./number-table.tsx";

/** Aggregates of what visitors look for and of how fresh prices are (spec/catalogue 6). */
export function InsightsTab() {
  return (
    <TabPage>
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

/** Visitors who went to a store. */
function Clicks({ clicks }: { clicks: Insights["clicks"] }) {
  const { storeOf } = useStores();
  return (
    <Card title="Clicks to Stores">
      <div className="mt-3">
        <DayChart label="Clicks to stores by day" days={clicks.by_day} />
      </div>
      <NumberTable
        label="Clicks by store"
        columns={["Store", "Clicks"]}
        rows={clicks.by_store}
        rowKey={({ store }) => store}
        cells={({ store, clicks }) => [storeOf(store).name, clicks]}
        empty="Nobody has gone to a store in this period."
      />
      {clicks.by_game.length > 0 && (
        <NumberTable
          label="Clicks by game"
          columns={["Game", "Clicks"]}
          rows={clicks.by_game}
          rowKey={({ game }) => game.id}
          cells={({ game, clicks }) => [<GameName key="game" game={game} />, clicks]}
          empty=""
        />
      )}
    </Card>
  );
}

/** Searches without results: games that the catalogue may lack. */
function EmptySearches({ searches }: { searches: Insights["searches"] }) {
  return (
    <Card title="Searches Without Results">
      <div className="mt-3">
        <DayChart label="Searches without results by day" days={searches.by_day} />
      </div>
      <NumberTable
        label="Searches without results"
        columns={["Search", "Times", "Last"]}
        rows={searches.texts}
        rowKey={({ search }) => search}
        cells={({ search, searches, last_day }) => [search, searches, formatDate(last_day)]}
        empty="Every search has found something in this period."
      />
    </Card>
  );
}

/** How many prices are stale, by store and market. */
function Freshness({ freshness: { stale, offers, stale_days, places } }: Pick<Insights, "freshness">) {
  const { storeOf } = useStores();
  return (
    <Card title="Price Freshness">
      <p className="mt-1 text-sm">
        {stale === 0
          ? `All ${formatCount(offers)} offers were seen within ${stale_days} days.`
          : `${formatCount(stale)} of ${formatCount(offers)} offers not seen for ${stale_days} days.`}
      </p>
      <NumberTable
        label="Offers not seen lately"
        columns={["Store", "Country", "Offers", "Not seen", "Oldest"]}
        rows={places}
        rowKey={({ store, country }) => `${store} ${country}`}
        cells={({ store, country, offers, stale, oldest_seen_at }) => [
          storeOf(store).name,
          country,
          offers,
          stale,
          formatMoment(oldest_seen_at),
        ]}
        empty="There are no offers yet."
      />
    </Card>
  );
}

/** The periods that the tab offers, in days. */
const periods = ["7", "30", "90"] as const;

interface InsightsState extends TabState {
  days: (typeof periods)[number];
}

const insightsDefaults: InsightsState = { page: 1, days: "30" };
const insightsAllowed: Allowed<InsightsState> = { days: periods };

/** Sums of the last days. */
function insightsQuery(call: Call, { days }: InsightsState) {
  const query = { days: Number(days) };
  return queryOptions({
    queryKey: [adminKey, "insights", days],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/insights", { query }, { signal }),
  });
}

interface InterestProps {
  title: string;
  /** What users do with the games, as in "games that at least 3 people …". */
  verb: string;
  games: Insights["wishlisted"];
}

/** The games that most users want now. */
function Interest({ title, verb, games }: InterestProps) {
  return (
    <Card title={title}>
      <p className="mt-1 text-sm text-muted">{`Games that at least ${minPeople} people ${verb} now.`}</p>
      <NumberTable
        label={title}
        columns={["Game", "People"]}
        rows={games}
        rowKey={({ game }) => game.id}
        cells={({ game, people }) => [<GameName key="game" game={game} />, people]}
        empty="There are none yet."
      />
    </Card>
  );
}
