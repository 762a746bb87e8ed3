import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { freeGamesQuery } from "../queries.ts";
import { FreeRows } from "./free-rows.tsx";
import { GameListPage } from "./game-list-page.tsx";
import HiddenExplicit from "./hidden-explicit.tsx";
import { type FreeSort, freePlace, freeSorts, type ListSearch, toListState } from "./list-search.ts";
import { useListText } from "./list-text.ts";

// only for visitors who own or ignore games
const HiddenGames = lazy(() => import("./hidden-games.tsx"));

/** The games that are free at a store (spec/games 5). */
export function FreePage({ address }: { address: ListSearch<FreeSort> }) {
  const text = useListText();
  const state = toListState(address, freeSorts);
  const query = useQuery({ ...freeGamesQuery(useCall(), state, useCountry()), placeholderData: keepPreviousData });
  return (
    <GameListPage
      place={freePlace}
      head={
        <>
          <h1 className="text-xl sm:text-2xl">{text("free.title")}</h1>
          {state.page === 1 && state.search === "" && <FreeRows />}
        </>
      }
      searchLabel={text("free.search")}
      loadFailed="free.load_failed"
      address={address}
      state={state}
      sorts={freeSorts.map((sort) => ({ sort, name: text(`free.sort.${sort}`) }))}
      query={query}
      notices={
        <>
          <HiddenExplicit hidden={query.data?.hidden_explicit} />
          {(query.data?.hidden || state.library) && (
            <Suspense>
              <HiddenGames hidden={query.data?.hidden} library={state.library} />
            </Suspense>
          )}
        </>
      }
      summaryOf={(list) => text("free.count", { total: list?.totalGames ?? 0 })}
    />
  );
}
