import type { GameSuggestions } from "contract/games/schema.ts";
import { expect, test } from "vitest";
import { knownSuggestions } from "./known-suggestions.ts";

const game = (id: number, title: string) =>
  ({
    id,
    title,
    picture_version: null,
    best_price: 1,
    regular_price: null,
    cut: 0,
    currency: "USD",
    type: null,
  }) as const;

const portals: GameSuggestions = {
  games: [game(1, "Portal"), game(2, "Portal 2"), game(3, "Pörtal Knights")],
  total: 3,
  genres: [],
  tags: ["Portals"],
  developers: ["Port Games"],
};

const knownOf = (search: string, cached: Record<string, GameSuggestions>) => {
  const known = knownSuggestions(search, (shorter) => cached[shorter]);
  return known && { ...known, games: known.games.map(({ id }) => id) };
};

test("nothing is known of a search without a cached beginning", () => {
  expect(knownOf("port", {})).toBeNull();
  expect(knownOf("half", { port: portals })).toBeNull();
});

test("the response to the same search is taken as it is", () => {
  expect(knownOf("port", { port: portals })).toEqual({ ...portals, games: [1, 2, 3] });
});

test("a complete response answers longer searches, too", () => {
  expect(knownOf("portal k", { port: portals })).toEqual({
    games: [3],
    total: 1,
    genres: [],
    tags: [],
    developers: [],
  });
  expect(knownOf("portal", { port: portals })).toMatchObject({ games: [1, 2, 3], total: 3, tags: ["Portals"] });
});

test("the longest cached beginning counts", () => {
  const two = { ...portals, games: [game(2, "Portal 2")], total: 1 };
  expect(knownOf("portal 2", { p: portals, port: two })).toMatchObject({ games: [2], total: 1 });
});

test("of a response with more games than it lists, those that still match are shown until the rest is known", () => {
  expect(knownOf("portal 2", { port: { ...portals, total: 9 } })).toMatchObject({ games: [2], total: null });
});

test("without a match left the server is asked: it may correct the search", () => {
  expect(knownOf("portla", { port: portals })).toMatchObject({ games: [], total: null });
});
