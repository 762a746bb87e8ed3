import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";
import { freeGamesCall, gameCall, gameListCall } from "./calls.ts";
import { toCard } from "./card-fields.ts";
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
export function gameListQuery(call: Call, state: BrowseState) {
  return queryOptions({
    queryKey: ["games", "list", state],
    queryFn: ({ signal }) => call(...gameListCall(state), { signal }),
  });
}

/** A page of the games that cost nothing. */
export function freeGamesQuery(call: Call, state: FreeState) {
  const { store: _, ...asked } = state;
  return queryOptions({
    queryKey: ["games", "free", asked],
    queryFn: async ({ signal }) => {
      const list = await call(...freeGamesCall(state), { signal });
      return { ...list, games: list.games.map(toCard) };
    },
  });
}

/** One game with everything about it. */
export function gameQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: ["games", "detail", id],
    queryFn: ({ signal }) => call(...gameCall(id), { signal }),
  });
}
