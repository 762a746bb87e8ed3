import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type CatalogueSort, catalogueSorts } from "contract/catalogue/rules.ts";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { Order } from "contract/core/sorting.ts";
import { gameTypes } from "contract/games/columns.ts";
import type { GameType } from "contract/games/game-type.ts";
import { adminFreshFor, adminKey } from "../../admin/queries.ts";
import type { Allowed, TabState } from "../../admin/tab-list.tsx";

export interface GamesState extends TabState {
  /** The id of the game whose page is open; empty = the list. */
  game: string;
  search: string;
  /** Empty = all. */
  type: GameType | "";
  show: "visible" | "edited" | "unknown_genre" | "hidden";
  sort: CatalogueSort;
  order: Order;
}

export const gamesDefaults: GamesState = {
  game: "",
  search: "",
  type: "",
  show: "visible",
  sort: "relevance",
  order: "DESC",
  page: 1,
};

export const gamesAllowed: Allowed<GamesState> = {
  type: gameTypes,
  show: ["visible", "edited", "unknown_genre", "hidden"],
  sort: catalogueSorts,
  order: ["ASC", "DESC"],
};

export const gamesPageSize = defaultPageSize;

/** A page of the games. The previous page stays visible while the next loads. */
export function gamesQuery(call: Call, { search, type, show, sort, order, page }: GamesState) {
  const query = {
    search,
    type: type || undefined,
    hidden: show === "hidden" ? ("true" as const) : undefined,
    edited: show === "edited" ? ("true" as const) : undefined,
    unknown_genre: show === "unknown_genre" ? ("true" as const) : undefined,
    sortBy: sort,
    sortOrder: order,
    page,
    limit: gamesPageSize,
  };
  return queryOptions({
    queryKey: [adminKey, "games", "list", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/games", { query }, { signal }),
  });
}

/** Always refetched: sources change games too. */
export function gameQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: [adminKey, "games", id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await call("GET /api/admin/catalogue/games/{id}", { params: { id } }, { signal })).game,
  });
}

/** A page of the changes that administrators made to a game, the latest first. */
export function gameHistoryQuery(call: Call, id: number, page: number) {
  const input = { params: { id }, query: { page, limit: defaultPageSize } };
  return queryOptions({
    queryKey: [adminKey, "games", id, "history", page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/games/{id}/history", input, { signal }),
  });
}
