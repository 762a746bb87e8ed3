import { gameTypes } from "contract/games/columns.ts";
import type { NamedKind } from "contract/games/landing/rules.ts";
import { expect, test } from "vitest";
import { landingNamesOf } from "./landing-names.ts";
import { ofEachKind, openNames, packNames } from "./name-column.ts";
import type { IndexedRow } from "./rows.ts";

type Facts = Pick<IndexedRow, "genre" | "developer" | "tags" | "explicit" | "type" | "plans">;

const game = (facts: Partial<Facts>): Facts => ({
  genre: null,
  developer: null,
  tags: null,
  explicit: false,
  type: null,
  plans: null,
  ...facts,
});

function namesOf(games: readonly Facts[], kind: NamedKind) {
  const names = ofEachKind((kind) => {
    const packed = packNames(kind);
    for (const one of games) packed.add(one as IndexedRow);
    return openNames(packed.end(games.length));
  });
  const columns = {
    explicit: Float64Array.from(games, ({ explicit }) => Number(explicit)),
    type: Float64Array.from(games, ({ type }) => gameTypes.indexOf(type ?? "game")),
  };
  const slots = new Map(games.map((_, slot) => [slot + 1, slot]));
  return landingNamesOf({ names, slots, columns: columns as never }, kind);
}

const listed = (games: readonly Facts[], kind: NamedKind = "tag") =>
  Array.from(namesOf(games, kind).values(), ({ slug, name, games }) => [slug, name, games]);

test("each name counts its games, most games first, then by name", () => {
  const games = [game({ tags: "RPG, Indie" }), game({ tags: "RPG, Co-op" }), game({ genre: "RPG" })];
  expect(listed(games)).toEqual([
    ["rpg", "RPG", 2],
    ["co-op", "Co-op", 1],
    ["indie", "Indie", 1],
  ]);
  expect(listed(games, "genre")).toEqual([["rpg", "RPG", 1]]);
});

test("spellings that differ in case or accents are one name in its most common spelling, counted once per game", () => {
  const games = [
    game({ tags: "Free To Play" }),
    game({ tags: "Free to Play, Free To Play" }),
    game({ tags: "free to play" }),
  ];
  expect(listed([...games, game({ tags: "Free To Play" })])).toEqual([["free-to-play", "Free To Play", 4]]);
});

test("of several names with one slug, the one with the most games has the page", () => {
  const games = [game({ tags: "C" }), game({ tags: "C++" }), game({ tags: "c++" }), game({ tags: "C#" })];
  expect(listed(games)).toEqual([["c", "C++", 2]]);
});

test("games that lists leave out do not count, and names of punctuation have no page", () => {
  const games = [
    game({ tags: "Hentai", explicit: true }),
    game({ tags: "Soundtrack", type: "soundtrack" }),
    game({ tags: "Known", type: "game" }),
    game({ tags: "!!!" }),
  ];
  expect(listed(games)).toEqual([["known", "Known", 1]]);
});

test("each of several developers counts the game", () => {
  expect(listed([game({ developer: "Bit Blot, LLC, Playism" })], "developer")).toEqual([
    ["bit-blot-llc", "Bit Blot, LLC", 1],
    ["playism", "Playism", 1],
  ]);
});

test("a name is found by its slug, within its kind only", () => {
  const games = [game({ genre: "RPG" })];
  expect(namesOf(games, "genre").get("rpg")).toEqual({ slug: "rpg", name: "RPG", folded: "rpg", games: 1 });
  expect(namesOf(games, "tag").get("rpg")).toBeUndefined();
});
