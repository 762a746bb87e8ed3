import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { classNames } from "../../ui/class-names.ts";
import { serverMessageOf, useAdminCall } from "./admin-call.tsx";
import { adminFreshFor, adminKey, useAdminQuery } from "./queries.ts";
import { TabSearch } from "./tab-list.tsx";

interface GameSearchProps {
  applied: string;
  onSearch: (search: string) => void;
  /** The id of the chosen game. */
  chosen: number | null;
  onChoose: (id: number, title: string) => void;
}

/** A search box with its results, one of which can be chosen. */
export function GameSearch({ applied, onSearch, chosen, onChoose }: GameSearchProps) {
  return (
    <div className="grid gap-3">
      <TabSearch label="Search for a game" applied={applied} onSearch={onSearch} />
      {applied !== "" && <FoundGames search={applied} chosen={chosen} onChoose={onChoose} />}
    </div>
  );
}

function FoundGames({ search, chosen, onChoose }: Pick<GameSearchProps, "chosen" | "onChoose"> & { search: string }) {
  const { data: games, error } = useAdminQuery(foundGamesQuery(useAdminCall(), search));
  if (error) return <p className="text-sm text-danger">{serverMessageOf(error, "Failed to search for games")}</p>;
  if (games?.length === 0) return <p className="text-sm text-muted">No game is called that.</p>;
  return (
    <ul aria-label="Games found" aria-busy={!games} className="grid">
      {games?.map(({ id, title }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={id === chosen}
            onClick={() => onChoose(id, title)}
            className={classNames(
              "min-h-10 w-full rounded-md px-3 py-2 text-start text-sm hover:bg-sunken",
              id === chosen && "bg-sunken font-medium",
            )}
          >
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The games that a search finds first. */
function foundGamesQuery(call: Call, search: string) {
  return queryOptions({
    queryKey: [adminKey, "prices", "games", search],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call("GET /api/games/suggest", { query: { q: search } }, { signal })).games,
  });
}
