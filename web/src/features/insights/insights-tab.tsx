import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import { formatDate } from "contract/core/dates.ts";
import type { Insights } from "contract/insights/api.ts";
import { minPeople } from "contract/insights/rules.ts";
import { scaleBand, scaleLinear } from "d3-scale";
import { type ReactNode, useState } from "react";
import { useStores } from "../../api/stores.ts";
import { PathLink } from "../../page/links.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery } from "../admin/queries.ts";
import { type Allowed, type TabState, useTabState } from "../admin/tab-list.tsx";
import { TabPage, TabUnloaded } from "../admin/tab-page.tsx";
import { Table } from "../admin/table.tsx";
import { Card } from "../dashboard/card.tsx";
import { MeantGameDialog } from "./meant-game-dialog.tsx";

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
      ) : (
        <TabUnloaded error={error} failed="Failed to load insights" onRetry={refetch} />
      )}
    </>
  );
}

function Cards({ data, loading }: { data: Insights; loading: boolean }) {
  return (
    <div aria-busy={loading} className="grid gap-6 aria-busy:opacity-60 xl:grid-cols-2 xl:items-start">
      <Clicks clicks={data.clicks} />
      <EmptySearches searches={data.searches} />
      <Interest title="Most wishlisted" verb="wishlist" games={data.wishlisted} />
      <Interest title="Most watched" verb="watch by an alert" games={data.watched} />
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
    <Card title="Clicks to stores">
      <DayChart label="Clicks to stores by day" days={clicks.by_day} />
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
  const [opened, setOpened] = useState<string>();
  const [done, setDone] = useState("");
  const lacksRead = useDenialReason()("catalogue.read") !== undefined;
  return (
    <Card title="Searches without results">
      <DayChart label="Searches without results by day" days={searches.by_day} />
      <p role="status" className="mt-3 text-sm text-positive empty:hidden">
        {done}
      </p>
      <NumberTable
        label="Searches without results"
        columns={["Search", "Times", "Last"]}
        rows={searches.texts}
        rowKey={({ search }) => search}
        cells={({ search, searches, last_day }) => [
          <span key="search" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="wrap-anywhere">{search}</span>
            {!lacksRead && (
              <Button size="small" aria-label={`Find the game: ${search}`} onClick={() => setOpened(search)}>
                Find the game
              </Button>
            )}
          </span>,
          searches,
          formatDate(last_day),
        ]}
        empty="Every search has found something in this period."
      />
      {opened !== undefined && (
        <MeantGameDialog
          search={opened}
          onDone={(what) => {
            setDone(what);
            setOpened(undefined);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}

/** How many prices are stale, by store and market. */
function Freshness({ freshness: { stale, offers, stale_days, places } }: Pick<Insights, "freshness">) {
  const { storeOf } = useStores();
  return (
    <Card title="Price freshness">
      <p className="mt-1 text-sm empty:hidden">
        {offers === 0
          ? null
          : stale === 0
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

interface NumberTableProps<Row> {
  /** The table's accessible name. */
  label: string;
  /** The heading of each column; the first column names the row. */
  columns: readonly string[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The name of a row, then its cells; numbers are right-aligned. */
  cells: (row: Row) => readonly ReactNode[];
  /** Shown without rows. */
  empty: string;
}

/** A small table of names and numbers. */
function NumberTable<Row>({ label, columns, rows, rowKey, cells, empty }: NumberTableProps<Row>) {
  if (rows.length === 0) return <p className="mt-3 text-sm text-muted">{empty}</p>;
  return (
    <div className="mt-3">
      <Table bare label={label} height="max-h-96" columns={columns.map((head, place) => ({ head, count: place > 0 }))}>
        {rows.map((row) => {
          const [name, ...values] = cells(row);
          return (
            <tr key={rowKey(row)}>
              <th scope="row" className="py-2 pe-3 text-start font-normal wrap-anywhere">
                {name}
              </th>
              {values.map((value, place) => (
                <td key={columns[place + 1]} className="figures py-2 pe-3 text-end whitespace-nowrap">
                  {typeof value === "number" ? formatCount(value) : value}
                </td>
              ))}
            </tr>
          );
        })}
      </Table>
    </div>
  );
}

const width = 640;
const height = 180;
const margin = { top: 8, right: 4, bottom: 24, left: 44 };
/** Labels of days that fit below the bars; today has one. */
const maxLabels = 6;

interface DayChartProps {
  /** What is counted, for screen readers. */
  label: string;
  days: readonly { day: string; count: number }[];
}

/** A bar for each day, unless all are 0. The table beside it has the numbers for screen readers. */
function DayChart({ label, days }: DayChartProps) {
  const maxCount = Math.max(0, ...days.map(({ count }) => count));
  if (maxCount === 0) return null;
  const x = scaleBand(
    days.map(({ day }) => day),
    [margin.left, width - margin.right],
  ).padding(0.2);
  const y = scaleLinear([0, maxCount], [height - margin.bottom, margin.top]).nice(4);
  const every = Math.ceil(days.length / maxLabels);
  const ticks = y.ticks(4).filter(Number.isInteger);
  return (
    <svg
      role="img"
      aria-label={`${label}: ${summaryOf(days)}`}
      viewBox={`0 0 ${width} ${height}`}
      // the label of today is wider than its bar
      className="mt-3 w-full overflow-visible"
    >
      {ticks.map((count) => (
        <g key={count} transform={`translate(0 ${y(count)})`}>
          <line x1={margin.left} x2={width - margin.right} className="stroke-border" />
          <text x={margin.left - 8} dy="0.32em" textAnchor="end" className="figures fill-muted text-xs">
            {formatCount(count)}
          </text>
        </g>
      ))}
      {days.map(({ day, count }, place) => (
        <g key={day}>
          <rect
            x={x(day)}
            y={y(count)}
            width={x.bandwidth()}
            height={height - margin.bottom - y(count)}
            className="fill-accent"
          >
            <title>{`${formatDate(day)}: ${formatCount(count)}`}</title>
          </rect>
          {(days.length - 1 - place) % every === 0 && (
            <text
              x={(x(day) ?? 0) + x.bandwidth() / 2}
              y={height - 6}
              textAnchor="middle"
              className="figures fill-muted text-xs"
            >
              {dayLabel(day)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function summaryOf(days: DayChartProps["days"]): string {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const peakDay = days.reduce((max, day) => (day.count > max.count ? day : max), days[0]!);
  const peak = total === 0 ? "" : `, most on ${formatDate(peakDay.day)}: ${formatCount(peakDay.count)}`;
  return `${formatCount(total)} in ${days.length} days${peak}`;
}

const shortDay = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" });

const dayLabel = (day: string) => shortDay.format(new Date(day));

/** A game's title, which leads to its page. */
function GameName({ game }: { game: { id: number; title: string } }) {
  return (
    <PathLink path={`/games/${game.id}`} className="text-accent-text underline underline-offset-3">
      {game.title}
    </PathLink>
  );
}
