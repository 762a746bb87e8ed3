import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Dollars, Id, pageQuery, SearchText, SortOrder, StoreKey, wholeNumber } from "../core/parameters.ts";
import { Game, GameDetail, type GameField, GameList, gameFields } from "./schema.ts";
import { type FreeGameSort, freeGameSorts, gameSorts } from "./sorting.ts";

const Fields = z.string().transform((list, context): GameField[] => {
  const asked = list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = asked.find((name) => !(gameFields as string[]).includes(name));
  if (unknown !== undefined) context.addIssue({ code: "custom", message: `Unknown field: ${unknown.slice(0, 50)}` });
  // named twice it is shown once, and the answer kept under a short name
  return [...new Set(asked)] as GameField[];
});

/** What lists of games can be filtered by. The read model says for each what it lets through (`filters`). */
const gameFilters = {
  store: StoreKey.optional(),
  max_price: Dollars.optional(),
};
const GameFilters = z.object(gameFilters);
export type GameFilters = z.output<typeof GameFilters>;

export const gameEndpoints = {
  listGames: endpoint("GET /api/games", {
    summary: "Games, searched, filtered by store and sorted",
    access: "public",
    cache: "catalogue",
    query: z.object({
      ...pageQuery,
      search: SearchText.default(""),
      sortBy: z.enum(gameSorts).default("rating"),
      order: SortOrder.default("DESC"),
      fields: Fields.optional(),
      ...gameFilters,
    }),
    response: GameList,
  }),
  homepageGames: endpoint("GET /api/games/homepage", {
    summary: "The twelve best rated games that have a price",
    access: "public",
    cache: "catalogue",
    response: z.object({ games: z.array(Game) }),
  }),
  freeGames: endpoint("GET /api/games/free", {
    summary: "Games that a store sells at 0",
    access: "public",
    cache: "catalogue",
    query: z.object({
      ...pageQuery,
      search: SearchText.default(""),
      sortBy: z.enum(Object.keys(freeGameSorts) as [FreeGameSort, ...FreeGameSort[]]).default("rating"),
      order: SortOrder.default("DESC"),
    }),
    response: GameList,
  }),
  priceStats: endpoint("GET /api/games/price-stats", {
    summary: "The mean saving against Steam's price",
    access: "public",
    cache: "catalogue",
    response: z.object({ avg_savings_percentage: z.number().nullable() }),
  }),
  game: endpoint("GET /api/games/{id}", {
    summary: "One game, with the offers of all stores",
    access: "public",
    cache: "catalogue",
    params: z.object({ id: Id }),
    response: GameDetail,
  }),
  gamesByIds: endpoint("POST /api/games/batch", {
    summary: "Games by their ids, in the order asked; unknown ids are left out",
    access: "public",
    body: z.object({ gameIds: z.array(wholeNumber(1, 2_147_483_647)).min(1).max(100) }),
    response: z.object({ games: z.array(Game) }),
  }),
};
