import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Flag, Id, pageQuery, SearchText, SortOrder, wholeNumber } from "../core/parameters.ts";
import { LanguageTag, languageQuery } from "../languages/schema.ts";
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
  exact: Flag.default(false).meta({ description: "Only titles that contain every word of the search exactly" }),
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

/** The market and the stores whose prices are shown, and the language of titles. */
const market = { country: Country.optional(), ...pricesOfQuery, ...languageQuery };

/** How lists treat games that the caller owns or ignores (spec/library 2). */
const library = {
  library: z
    .enum(libraryViews)
    .default("hide")
    .meta({ description: "For signed-in callers: exclude, include or list only games that they own or ignore" }),
};
/** For lists too short to show only the caller's own games. */
const briefLibrary = { library: z.enum(["hide", "show"]).default("hide") };

/** The filters that decide which offers are shown. */
const { store, official, activates } = gameFilters;
const offerFilters = { store, official, activates };

export const gameEndpoints = {
  listGames: endpoint("GET /api/games", {
    summary: "List games, with search, filters and sorting",
    access: "public",
    isCached: true,
    hidesLibrary: true,
    query: z.object({
      ...pageQuery,
      ...search,
      sortBy: z.enum(gameSorts).optional().meta({ description: "Default `relevance` with `search`, else `rating`" }),
      order: SortOrder.default("DESC"),
      fields: Fields.optional(),
      facets: Flag.default(false).meta({ description: "Include counts for each option of each filter" }),
      ...gameFilters,
      ...library,
      ...market,
    }),
    response: GameList,
  }),
  homepageGames: endpoint("GET /api/games/homepage", {
    summary: "List the twelve best rated games that have a price",
    access: "public",
    isCached: true,
    hidesLibrary: true,
    query: z.object({ ...briefLibrary, ...market }),
    response: z.object({ games: z.array(Game) }),
  }),
  freeGames: endpoint("GET /api/games/free", {
    summary: "List games that a store currently gives away",
    access: "public",
    isCached: true,
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
    summary: "Suggest up to eight games, genres, tags and developers for a partial search",
    access: "public",
    isCached: true,
    hidesLibrary: true,
    query: z.object({
      q: SearchText.default(""),
      ...offerFilters,
      ...briefLibrary,
      ...market,
      language: LanguageTag.optional().meta({
        description: "Adds `localized_title`; genres and tags are also found by their names in it",
      }),
    }),
    response: GameSuggestions,
  }),
  similarGames: endpoint("GET /api/games/{id}/similar", {
    summary: "List games that share a game's rarest tags, and others by its developer",
    access: "public",
    isCached: true,
    hidesLibrary: true,
    params: z.object({ id: Id }),
    query: z.object({ ...briefLibrary, ...market }),
    response: SimilarGames,
  }),
  gameDlc: endpoint("GET /api/games/{id}/dlc", {
    summary: "List the DLC of a game, the most played first, and which of them the caller owns",
    access: "public",
    isCached: true,
    hidesLibrary: true,
    params: z.object({ id: Id }),
    query: z.object(market),
    response: z.object({ games: z.array(Game), owned: z.array(Id) }),
  }),
  deals: endpoint("GET /api/deals", {
    summary: "List current deals by section",
    access: "public",
    isCached: true,
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
    summary: "Get the average savings against Steam's price",
    access: "public",
    isCached: true,
    query: z.object(market),
    response: z.object({ avg_savings_percentage: z.number().nullable() }),
  }),
  game: endpoint("GET /api/games/{id}", {
    summary: "Get a game with the offers of all stores",
    access: "public",
    isCached: true,
    params: z.object({ id: Id }),
    query: z.object(market),
    response: GameDetail,
  }),
  gamesByIds: endpoint("POST /api/games/batch", {
    summary: "Get games by their ids, in the given order; unknown ids are omitted",
    access: "public",
    scope: "read:catalogue",
    query: z.object(market),
    body: z.object({ gameIds: z.array(wholeNumber(1, 2_147_483_647)).min(1).max(100) }),
    response: z.object({ games: z.array(Game), hidden_explicit: HiddenExplicit }),
  }),
};
