import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Flag, Id, pageQuery, SearchText, SortOrder, wholeNumber } from "../core/parameters.ts";
import { libraryViews } from "../library/rules.ts";
import { pricesOfQuery } from "../my-stores/schema.ts";
import { dealSections } from "./deals.ts";
import { gameFilters } from "./filters.ts";
import {
  Deal,
  Game,
  GameDetail,
  type GameField,
  GameList,
  GameSuggestions,
  gameFields,
  HiddenExplicit,
  SimilarGames,
} from "./schema.ts";
import { type FreeGameSort, freeGameSorts, gameSorts } from "./sorting.ts";

/** The search parameters (spec/games 2.2). */
const search = {
  search: SearchText.default(""),
  exact: Flag.default(false).meta({ description: "Only titles that contain every word of the search as it is" }),
};

const Fields = z.string().transform((list, context): GameField[] => {
  const requested = list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = requested.find((name) => !(gameFields as string[]).includes(name));
  if (unknown !== undefined) context.addIssue({ code: "custom", message: `Unknown field: ${unknown.slice(0, 50)}` });
  // duplicates would make the cache key longer
  return [...new Set(requested)] as GameField[];
});

/** The market and the stores whose prices are shown. */
const market = { country: Country.optional(), ...pricesOfQuery };

/** How lists treat games that the caller owns or ignores (spec/library 2). */
const library = {
  library: z
    .enum(libraryViews)
    .default("hide")
    .meta({ description: "Of signed-in callers: without the games that they own or ignore, with them, or only these" }),
};
/** For lists too short to show only the caller's own games. */
const briefLibrary = { library: z.enum(["hide", "show"]).default("hide") };

export const gameEndpoints = {
  listGames: endpoint("GET /api/games", {
    summary: "Games, searched, filtered and sorted",
    access: "public",
    cache: "catalogue",
    hidesLibrary: true,
    query: z.object({
      ...pageQuery,
      ...search,
      sortBy: z.enum(gameSorts).optional().meta({ description: "Default `relevance` with `search`, else `rating`" }),
      order: SortOrder.default("DESC"),
      fields: Fields.optional(),
      facets: Flag.default(false).meta({ description: "Also count what each option of the filters would leave" }),
      ...gameFilters,
      ...library,
      ...market,
    }),
    response: GameList,
  }),
  homepageGames: endpoint("GET /api/games/homepage", {
    summary: "The twelve best rated games that have a price",
    access: "public",
    cache: "catalogue",
    hidesLibrary: true,
    query: z.object({ ...briefLibrary, ...market }),
    response: z.object({ games: z.array(Game) }),
  }),
  freeGames: endpoint("GET /api/games/free", {
    summary: "Games that a store sells at 0",
    access: "public",
    cache: "catalogue",
    hidesLibrary: true,
    query: z.object({
      ...pageQuery,
      ...search,
      sortBy: z.enum(Object.keys(freeGameSorts) as [FreeGameSort, ...FreeGameSort[]]).default("rating"),
      order: SortOrder.default("DESC"),
      ...library,
      ...market,
    }),
    response: GameList,
  }),
  suggestGames: endpoint("GET /api/games/suggest", {
    summary: "Up to eight games, genres, tags and developers for what has been typed so far",
    access: "public",
    cache: "catalogue",
    hidesLibrary: true,
    query: z.object({ q: SearchText.default(""), official: gameFilters.official, ...briefLibrary, ...market }),
    response: GameSuggestions,
  }),
  similarGames: endpoint("GET /api/games/{id}/similar", {
    summary: "Games that share the rarest tags with a game, and others of its developer",
    access: "public",
    cache: "catalogue",
    hidesLibrary: true,
    params: z.object({ id: Id }),
    query: z.object({ ...briefLibrary, ...market }),
    response: SimilarGames,
  }),
  deals: endpoint("GET /api/deals", {
    summary: "What is worth buying now, by section (spec/games 8)",
    access: "public",
    cache: "catalogue",
    hidesLibrary: true,
    query: z.object({
      ...pageQuery,
      section: z.enum(dealSections).default("best"),
      ...gameFilters,
      ...library,
      ...market,
    }),
    response: z.object({ deals: z.array(Deal), total: z.number().int(), hidden_explicit: HiddenExplicit }),
  }),
  priceStats: endpoint("GET /api/games/price-stats", {
    summary: "The mean saving against Steam's price",
    access: "public",
    cache: "catalogue",
    query: z.object(market),
    response: z.object({ avg_savings_percentage: z.number().nullable() }),
  }),
  game: endpoint("GET /api/games/{id}", {
    summary: "One game, with the offers of all stores",
    access: "public",
    cache: "catalogue",
    params: z.object({ id: Id }),
    query: z.object(market),
    response: GameDetail,
  }),
  gamesByIds: endpoint("POST /api/games/batch", {
    summary: "Games by their ids, in the order asked; unknown ids are left out",
    access: "public",
    scope: "read:catalogue",
    query: z.object(market),
    body: z.object({ gameIds: z.array(wholeNumber(1, 2_147_483_647)).min(1).max(100) }),
    response: z.object({ games: z.array(Game), hidden_explicit: HiddenExplicit }),
  }),
};
