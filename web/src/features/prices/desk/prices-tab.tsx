import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import { formatPriceOrFree } from "contract/core/money.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { PriceChange } from "contract/prices/desk-schema.ts";
import CircleDollarSign from "lucide-static/icons/circle-dollar-sign.svg?react";
import { useStores } from "../../../api/stores.ts";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { GameSearch } from "../../admin/game-search.tsx";
import { formatMoment } from "../../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery } from "../../admin/queries.ts";
import { TabPager, type TabState, useTabState } from "../../admin/tab-list.tsx";
import { BackLink, ReadOnlyNote, TabPage } from "../../admin/tab-page.tsx";
import { type Column, Table } from "../../admin/table.tsx";
import { GameOffers } from "./game-offers.tsx";

interface PricesState extends TabState {
  search: string;
  /** The id of the chosen game; empty = none. */
  game: string;
}

const defaults: PricesState = { page: 1, search: "", game: "" };

/** The largest changes of prices; offers and price records of a game, and their correction (spec/catalogue 4). */
export function PricesTab() {
  return (
    <TabPage>
      <Prices />
    </TabPage>
  );
}

function Prices() {
  const tab = useTabState(defaults);
  const { state, show } = tab;
  const game = /^[1-9]\d{0,9}$/.test(state.game) ? Number(state.game) : null;
  return (
    <>
      <ReadOnlyNote needs="prices.write" />
      {game !== null && <BackLink search={tab.searchOf({ game: "" })}>Largest changes</BackLink>}
      <div className="grid items-start gap-6 xl:grid-cols-[15rem_minmax(0,1fr)]">
        <GameSearch
          applied={state.search}
          onSearch={(search) => show({ search })}
          chosen={game}
          onChoose={(id) => show({ game: String(id) })}
        />
        {game === null ? <PriceChanges tab={tab} /> : <GameOffers key={game} gameId={game} />}
      </div>
    </>
  );
}

const changesPageSize = defaultPageSize;

function changesQuery(call: Call, page: number) {
  const query = { page, limit: changesPageSize };
  return queryOptions({
    queryKey: [adminKey, "prices", "changes", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/price-changes", { query }, { signal }),
  });
}

/** Best prices that changed in the last week, the largest and most suspicious changes first. */
function PriceChanges({ tab: { state, searchOf } }: { tab: ReturnType<typeof useTabState<PricesState>> }) {
  const { storeOf } = useStores();
  const { data, error, isPlaceholderData, refetch } = useAdminQuery(changesQuery(useAdminCall(), state.page));
  if (!data && error) {
    return <FailureNotice title={serverMessageOf(error, "Failed to load changes of prices")} onRetry={refetch} />;
  }
  const money = (amount: number, currency: string) => formatPriceOrFree(amount, { currency, locale: "en-US" });
  const columns: Column<PriceChange>[] = [
    {
      head: "Game",
      className: "w-2/5 max-w-0 min-w-48",
      cell: ({ game }) => (
        <Link
          to="."
          search={searchOf({ game: String(game.id) }) as never}
          className="block truncate font-medium hover:underline"
          title={game.title}
        >
          {game.title}
        </Link>
      ),
    },
    { head: "Market", cell: ({ country }) => country },
    { head: "Store", className: "whitespace-nowrap", cell: ({ store }) => (store ? storeOf(store).name : "–") },
    { head: "Before", count: true, cell: ({ previous_price, currency }) => money(previous_price, currency) },
    { head: "Now", count: true, cell: ({ price, currency }) => <strong>{money(price, currency)}</strong> },
    {
      head: "Change",
      count: true,
      cell: ({ price, previous_price }) => {
        const percent = Math.round((100 * price) / previous_price - 100);
        return `${percent > 0 ? "+" : ""}${percent}%`.replace("-", "−");
      },
    },
    {
      head: "Next lowest",
      count: true,
      cell: ({ next_price, currency }) => (next_price === null ? "–" : money(next_price, currency)),
    },
    { head: "When", className: "whitespace-nowrap", cell: ({ changed_at }) => formatMoment(changed_at) },
  ];
  return (
    <section aria-labelledby="changes" className="min-w-0">
      <h2 id="changes" className="mb-3 text-lg">
        Largest changes in the last 7 days
      </h2>
      <Table
        label="Changes of prices"
        columns={columns}
        rows={data?.changes}
        rowKey={({ game, country }) => `${game.id} ${country}`}
        loading={isPlaceholderData}
        empty={
          <Notice icon={CircleDollarSign} title="No price has changed">
            Search for a game to see what stores ask for it and what they asked before.
          </Notice>
        }
      />
      <TabPager page={state.page} total={data?.total ?? 0} pageSize={changesPageSize} searchOf={searchOf} />
    </section>
  );
}
