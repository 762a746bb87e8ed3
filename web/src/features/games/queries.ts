import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { GameField, PartialGame } from "contract/games/schema.ts";
import type { BrowseState, FreeState } from "./list/list-search.ts";

/** The fields that cards show, and all that lists request. */
const cardFields = [
  "id",
  "title",
  "genre",
  "rating",
  "tags",
  "player_count",
  "metacritic_score",
  "steam_price",
  "best_price",
  "best_store",
  "savings_percentage",
  "lowest_ever",
] as const satisfies readonly GameField[];

export type CardGame = Pick<PartialGame, (typeof cardFields)[number]>;

/** Drops the fields that cards do not show, to keep the page's serialized state small. */
function toCard(game: PartialGame): CardGame {
  return Object.fromEntries(cardFields.map((field) => [field, game[field]])) as CardGame;
}

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
  const { sort, ...rest } = state;
  const query = { ...rest, sortBy: sort, limit: defaultPageSize, fields: cardFields.join(",") };
  return queryOptions({
    queryKey: ["games", "list", state],
    queryFn: ({ signal }) => call("GET /api/games", { query }, { signal }),
  });
}

/** A page of the games that cost nothing. The endpoint takes no filters and no `fields`. */
export function freeGamesQuery(call: Call, { search, sort, order, page }: FreeState) {
  const query = { search, sortBy: sort, order, page, limit: defaultPageSize };
  return queryOptions({
    queryKey: ["games", "free", query],
    queryFn: async ({ signal }) => {
      const list = await call("GET /api/games/free", { query }, { signal });
      return { ...list, games: list.games.map(toCard) };
    },
  });
}

/** One game with all its details. */
export function gameQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: ["games", "detail", id],
    queryFn: ({ signal }) => call("GET /api/games/{id}", { params: { id } }, { signal }),
  });
}
