import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { gameSorts } from "contract/games/sorting.ts";
import { Suspense, useEffect, useState } from "react";
import { useCountry, useMoney } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { useStores } from "../../../api/stores.ts";
import { gameListQuery } from "../queries.ts";
import { EmptyHints, FilterPanel, ListNotices } from "./filters/finder-parts.ts";
import { ListTools } from "./filters/list-tools.tsx";
import { OpenedAddress } from "./filters/use-finder.ts";
import { GameListPage } from "./game-list-page.tsx";
import { refusedFilters, splitList } from "./list-filters.ts";
import { type BrowseSearch, browseSorts, ignoreFilters, toListState } from "./list-search.ts";
import { useListText } from "./list-text.ts";

/* Constant and without props, so that they can hydrate later than the surrounding page. */
const panel = (
  <Suspense fallback={<aside className="max-lg:hidden" />}>
    <FilterPanel />
  </Suspense>
);
const notices = (
  <Suspense>
    <ListNotices />
  </Suspense>
);
const emptyHints = (
  <Suspense>
    <EmptyHints />
  </Suspense>
);

/** All games (spec/games 4). */
export function BrowsePage({ address }: { address: BrowseSearch }) {
  const text = useListText();
  const { storeOf } = useStores();
  const { format } = useMoney();
  const state = toListState(address, gameSorts);
  const query = useQuery({ ...gameListQuery(useCall(), state, useCountry()), placeholderData: keepPreviousData });
  const [opened] = useState(address);
  const stores = splitList(state.store);
  const isEmpty = query.data?.totalGames === 0;
  useIgnoreRefused(query.error);
  return (
    <OpenedAddress value={opened}>
      <GameListPage
        to="/games"
        title={text("browse.title")}
        searchLabel={text("browse.search")}
        loadFailed="browse.load_failed"
        address={address}
        state={state}
        sorts={browseSorts.map((sort) => ({ sort, name: text(`browse.sort.${sort}`) }))}
        query={query}
        summaryOf={(list) => text("browse.showing", { count: list?.games.length ?? 0, total: list?.totalGames ?? 0 })}
        filterSummary={[
          state.store && text("browse.showing_store", { store: stores.map((key) => storeOf(key).name).join(", ") }),
          state.max_price === undefined
            ? undefined
            : text("browse.showing_max_price", { price: format(state.max_price) }),
        ]}
        tools={<ListTools />}
        panel={panel}
        notices={notices}
        emptyHints={isEmpty && emptyHints}
      />
    </OpenedAddress>
  );
}

/** Removes the filters that the API refuses from the address. */
function useIgnoreRefused(error: unknown) {
  const navigate = useNavigate();
  useEffect(() => {
    const refused = refusedFilters(error);
    if (refused.length === 0) return;
    void navigate({
      to: "/games",
      search: (latest) => ignoreFilters(latest as BrowseSearch, refused),
      replace: true,
      resetScroll: false,
    });
  }, [error, navigate]);
}
