import { landingKinds } from "contract/games/landing/rules.ts";
import type { Game } from "contract/games/schema.ts";
import { expect, test } from "vitest";
import { gb, us } from "../../../test/markets.ts";
import type { GamesQuery } from "../read-model/query.ts";
import { describeLandingPage, listIndexedPaths, listLandingPages } from "./queries.ts";

interface FakeGame {
  id: number;
  genre: string;
  price: number | null;
  regular: number | null;
  rating: number | null;
}

const fakes: FakeGame[] = [
  { id: 1, genre: "RPG", price: 0, regular: null, rating: 7 },
  { id: 2, genre: "RPG", price: 5, regular: 10, rating: null },
  { id: 3, genre: "RPG", price: 12, regular: 12, rating: 9 },
  { id: 4, genre: "Puzzle", price: null, regular: null, rating: null },
];

const passes = ({ price, regular, genre }: FakeGame, query: GamesQuery) =>
  (query.genre === undefined || query.genre.includes(genre)) &&
  (query.store === undefined || (query.store.includes("steam") && price !== null)) &&
  (query.max_price === undefined || (price !== null && price <= query.max_price)) &&
  (query.min_price === undefined || (price !== null && price >= query.min_price)) &&
  (query.low === undefined || cutIn({ price, regular, genre } as FakeGame) === 50) &&
  (query.min_cut === undefined || (price !== null && regular !== null && price < regular));

const cutIn = ({ price, regular }: FakeGame) =>
  price !== null && regular !== null && price < regular ? Math.round(100 * (1 - price / regular)) : null;

const keys: Partial<Record<GamesQuery["sort"], (game: FakeGame) => number>> = {
  lowest_price: ({ price }) => price ?? Number.POSITIVE_INFINITY,
  rating: ({ rating }) => -(rating ?? -1),
  cut: (game) => -(cutIn(game) ?? -1),
};

const sources = {
  gameIndex: {
    openMarket: async () => {},
    find(_: unknown, query: GamesQuery) {
      expect(query).toMatchObject({ type: ["game"], showExplicit: false });
      const keyOf = keys[query.sort] ?? (() => 0);
      const found = fakes.filter((game) => passes(game, query)).sort((a, b) => keyOf(a) - keyOf(b));
      const ids = found.slice(query.offset, query.offset + query.limit).map(({ id }) => id);
      return { ids, total: found.length, hidden: 0, hiddenExplicit: 0, corrected: null, keys: ["US titles" as const] };
    },
    listGames: async (_: unknown, ids: readonly number[]) =>
      ids.map((id) => {
        const fake = fakes[id - 1]!;
        const { price, rating } = fake;
        return { id, title: `Game ${id}`, best_price: price, rating, cut: cutIn(fake) ?? 0 } as Game;
      }),
    findLandingName: (kind: string, slug: string) =>
      kind === "genre" && slug === "rpg" ? { slug, name: "RPG", folded: "rpg", games: 3 } : null,
    listLandingNames: (kind: string) =>
      kind === "genre"
        ? [
            { slug: "rpg", name: "RPG", folded: "rpg", games: 3 },
            { slug: "橘", name: "橘", folded: "橘", games: 3 },
            { slug: "puzzle", name: "Puzzle", folded: "puzzle", games: 1 },
          ]
        : [],
  },
  listStores: () => [
    { key: "gog", name: "GOG" },
    { key: "steam", name: "Steam" },
  ],
};

test("a page has its numbers of games and of offers, the cheapest game that is not free and the best", async () => {
  expect(await describeLandingPage(sources, us, "genre", "rpg")).toEqual({
    kind: "genre",
    slug: "rpg",
    name: "RPG",
    filter: { genre: "RPG" },
    count: 3,
    on_sale: 1,
    at_low: 1,
    typical_cut: 50,
    currency: "USD",
    cheapest: { id: 2, title: "Game 2", best_price: 5, rating: null },
    best_rated: { id: 3, title: "Game 3", best_price: 12, rating: 9 },
  });
});

test.each([
  ["store", "steam", { name: "Steam", filter: { store: "steam" }, count: 3 }],
  ["under", "5", { name: "5", filter: { max_price: "5" }, count: 2 }],
  ["under", "10", { name: "10", filter: { max_price: "10" }, count: 2 }],
] as const)("the page %s/%s describes %o", async (kind, slug, expected) => {
  expect(await describeLandingPage(sources, us, kind, slug)).toMatchObject(expected);
});

test("a store without games has a page without facts", async () => {
  expect(await describeLandingPage(sources, us, "store", "gog")).toMatchObject({
    count: 0,
    on_sale: 0,
    at_low: 0,
    typical_cut: null,
    cheapest: null,
    best_rated: null,
  });
});

test.each([
  ["genre", "action"],
  ["tag", "rpg"],
  ["store", "elsewhere"],
  ["under", "7"],
  ["under", "05"],
  ["under", "-5"],
  ["under", "constructor"],
] as const)("there is no page %s/%s", async (kind, slug) =>
  expect(await describeLandingPage(sources, us, kind, slug)).toBeNull(),
);

test("amounts are those of the market's currency", async () => {
  const yen = { ...gb, country: "JP", currency: "JPY", minor_units: 0 };
  expect(listLandingPages(sources, yen, "under").map(({ slug }) => slug)).toEqual([
    "500",
    "1000",
    "2000",
    "3000",
    "4000",
    "6000",
  ]);
  expect((await describeLandingPage(sources, yen, "under", "500"))?.currency).toBe("JPY");
  expect(await describeLandingPage(sources, yen, "under", "5")).toBeNull();
});

test("stores are listed by their number of games", () => {
  expect(listLandingPages(sources, us, "store")).toEqual([
    { slug: "steam", name: "Steam", count: 3 },
    { slug: "gog", name: "GOG", count: 0 },
  ]);
});

test("search engines index pages with at least three games", () => {
  expect(landingKinds.flatMap((kind) => listIndexedPaths(sources, us, kind))).toEqual([
    "/genre/rpg",
    "/genre/%E6%A9%98",
    "/store/steam",
    "/under/20",
    "/under/30",
    "/under/40",
    "/under/60",
  ]);
});
