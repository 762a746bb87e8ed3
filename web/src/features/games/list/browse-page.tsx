import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { GameSort } from "contract/games/sorting.ts";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useCountry, useMoney } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { useStores } from "../../../api/stores.ts";
import { useLanguage } from "../../../api/texts.ts";
import { gameListQuery } from "../queries.ts";
import { EmptyHints, FilterPanel, ListNotices } from "./filters/finder-parts.ts";
import { ListTools } from "./filters/list-tools.tsx";
import { Finder } from "./filters/use-finder.ts";
import { GameListPage } from "./game-list-page.tsx";
import { refusedFilters, splitList } from "./list-filters.ts";
import { type BrowseSearch, browseSorts, ignoreFilters, type ListPlace, narrowTo, toListState } from "./list-search.ts";
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

interface BrowsePageProps {
  place: ListPlace<GameSort>;
  address: BrowseSearch;
  head: ReactNode;
  searchLabel: string;
  /** Below the list. */
  children: ReactNode;
}

/** Games with all filters, all of them or those that a landing page is about (spec/games 4 and 9). */
export function BrowsePage({ place, address, head, searchLabel, children }: BrowsePageProps) {
  const text = useListText();
  const language = useLanguage();
  const { storeOf } = useStores();
  const { format } = useMoney();
  const state = toListState(address, place.sorts);
  const query = useQuery({
    ...gameListQuery(useCall(), narrowTo(place.about, state), useCountry()),
    placeholderData: keepPreviousData,
  });
  const [finder] = useState({ place, opened: address, found: query.data });
  const stores = splitList(state.store);
  const isEmpty = query.data?.totalGames === 0;
  useIgnoreRefused(place, query.error);
  return (
    <Finder value={finder}>
      <GameListPage
        place={place}
        head={head}
        searchLabel={searchLabel}
        loadFailed="browse.load_failed"
        address={address}
        state={state}
        sorts={browseSorts.map((sort) => ({ sort, name: text(`browse.sort.${sort}`) }))}
        query={query}
        summaryOf={(list) => text("browse.showing", { count: list?.games.length ?? 0, total: list?.totalGames ?? 0 })}
        describeFilters={(games) => {
          const store = language.list(stores.map((key) => storeOf(key).name));
          const atStores = state.store ? text("browse.showing_store", { games, store }) : games;
          const { max_price: price } = state;
          if (price === undefined) return atStores;
          return text("browse.showing_max_price", { games: atStores, price: format(price) });
        }}
        tools={<ListTools />}
        panel={panel}
        notices={notices}
        emptyHints={isEmpty && emptyHints}
      />
      <div className="page-width">{children}</div>
    </Finder>
  );
}

/** Removes the filters that the API refuses from the address. */
function useIgnoreRefused({ link }: ListPlace<GameSort>, error: unknown) {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page stays at its place
  useEffect(() => {
    const refused = refusedFilters(error);
    if (refused.length === 0) return;
    const search = (latest: BrowseSearch) => ignoreFilters(latest, refused);
    void navigate({ ...link, search, replace: true, resetScroll: false } as never);
  }, [error, navigate]);
}
