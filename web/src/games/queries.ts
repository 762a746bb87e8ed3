import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";
import { defaultPageSize } from "contract/pagination.ts";
import { cardFields, toCard } from "./card-fields.ts";
import type { BrowseState, FreeState } from "./list-search.ts";

/** The best rated games, for the home page. */
export function homepageGamesQuery(call: Call) {
  return queryOptions({
    queryKey: ["games", "homepage"],
    queryFn: async ({ signal }) => (await call("GET /api/games/homepage", {}, { signal })).games.map(toCard),
  });
}

/** The mean saving over the catalogue, in percent; `null` when nothing is cheaper than at Steam. */
export function averageSavingsQuery(call: Call) {
  return queryOptions({
    queryKey: ["games", "price-stats"],
    queryFn: async ({ signal }) => (await call("GET /api/games/price-stats", {}, { signal })).avg_savings_percentage,
  });
}

/** A page of the catalogue. */
export function gameListQuery(call: Call, { sort, ...state }: BrowseState) {
  const query = { ...state, sortBy: sort, limit: defaultPageSize, fields: cardFields.join(",") };
  return queryOptions({
    queryKey: ["games", "list", { sort, ...state }],
    queryFn: ({ signal }) => call("GET /api/games", { query }, { signal }),
  });
}

/** A page of the games that cost nothing. The call knows no `fields`. */
export function freeGamesQuery(call: Call, { sort, store: _, ...state }: FreeState) {
  const query = { ...state, sortBy: sort, limit: defaultPageSize };
  return queryOptions({
    queryKey: ["games", "free", { sort, ...state }],
    queryFn: async ({ signal }) => {
      const list = await call("GET /api/games/free", { query }, { signal });
      return { ...list, games: list.games.map(toCard) };
    },
  });
}

/** One game with everything about it. */
export function gameQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: ["games", "detail", id],
    queryFn: ({ signal }) => call("GET /api/games/{id}", { params: { id } }, { signal }),
  });
}
