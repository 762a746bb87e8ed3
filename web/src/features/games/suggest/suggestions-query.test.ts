import type { GameSuggestions } from "contract/games/schema.ts";
import { expect, test } from "vitest";
import { knownSuggestions } from "./suggestions-query.ts";

const game = (id: number, title: string) =>
  ({
    id,
    title,
    picture_version: null,
    best_price: 1,
    regular_price: null,
    reference_price: null,
    reference_store: null,
    cut: 0,
    currency: "USD",
    type: null,
  }) as const;

const portals: GameSuggestions = {
  games: [game(1, "Portal"), game(2, "Portal 2"), game(3, "Pörtal Knights")],
  total: 3,
  hidden_explicit: 0,
  genres: [],
  tags: ["Portals"],
  developers: ["Port Games"],
};

const suggestionsOf = (search: string, cached: Record<string, GameSuggestions>) => {
  const found = knownSuggestions(
    search,
    (shorter) => cached[shorter],
    (_, name) => (name === "RPG" ? "Rollenspiel" : name),
  );
  return found && { ...found, games: found.games.map(({ id }) => id) };
};

test("without a cached prefix there are no suggestions", () => {
  expect(suggestionsOf("port", {})).toBeNull();
  expect(suggestionsOf("half", { port: portals })).toBeNull();
});

test("the cached response to the same search is used unchanged", () => {
  expect(suggestionsOf("port", { port: portals })).toEqual({ ...portals, games: [1, 2, 3] });
});

test("a complete response covers longer searches", () => {
  expect(suggestionsOf("portal k", { port: portals })).toEqual({
    games: [3],
    total: 1,
    genres: [],
    tags: [],
    developers: [],
    hidden_explicit: 0,
  });
  expect(suggestionsOf("portal", { port: portals })).toMatchObject({ games: [1, 2, 3], total: 3, tags: ["Portals"] });
});

test("the longest cached prefix is used", () => {
  const two = { ...portals, games: [game(2, "Portal 2")], total: 1 };
  expect(suggestionsOf("portal 2", { p: portals, port: two })).toMatchObject({ games: [2], total: 1 });
});

test("from an incomplete response, matching games are shown until the server responds", () => {
  expect(suggestionsOf("portal 2", { port: { ...portals, total: 9 } })).toMatchObject({ games: [2], total: null });
});

test("without a match the total is unknown: the server may correct the search", () => {
  expect(suggestionsOf("portla", { port: portals })).toMatchObject({ games: [], total: null });
});
