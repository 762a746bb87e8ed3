import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCall } from "../../../api/session.ts";
import { freeGamesQuery } from "../queries.ts";
import { GameListPage } from "./game-list-page.tsx";
import { type FreeState, freeSorts } from "./list-search.ts";
import { useListText } from "./list-text.ts";

/** The games that a store gives away (spec/games 5). */
export function FreePage({ state }: { state: FreeState }) {
  const text = useListText();
  return (
    <GameListPage
      to="/free"
      title={text("free.title")}
      searchLabel={text("free.search")}
      loadFailed="free.load_failed"
      state={state}
      sorts={freeSorts.map((sort) => ({ sort, name: text(`free.sort.${sort}`) }))}
      query={useQuery({ ...freeGamesQuery(useCall(), state), placeholderData: keepPreviousData })}
      summaryOf={(list) => text("free.count", { total: list?.totalGames ?? 0 })}
    />
  );
}
