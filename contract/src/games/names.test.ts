import { expect, test } from "vitest";
import { nameTexts } from "../content-strings/defaults/names.ts";
import { knownGenres } from "./genres.ts";
import { slugOf } from "./landing/rules.ts";
import { nameIn, nameKey } from "./names.ts";

const german = {
  "genre.rpg": "Rollenspiel",
  "genre.beat_em_up": "Beat ’em up",
  "genre.racing": "Rennspiele",
  "tag.racing": "Rennen",
  "tag.shared_split_screen": "Geteilter Bildschirm",
  "tag.cute": "Niedlich",
};

test.each([
  ["genre", "RPG", "Rollenspiel"],
  ["genre", "rpg", "Rollenspiel"],
  ["genre", "Beat 'em up", "Beat ’em up"],
  ["genre", "Racing", "Rennspiele"],
  // a tag has its own name, otherwise the genre's
  ["tag", "Racing", "Rennen"],
  ["tag", "RPG", "Rollenspiel"],
  ["tag", "Shared/Split Screen", "Geteilter Bildschirm"],
  // a genre has not the tag's
  ["genre", "Cute", "Cute"],
  ["genre", "Weaving", "Weaving"],
  ["tag", "橘", "橘"],
  ["tag", "---", "---"],
  ["tag", "__proto__", "__proto__"],
  ["developer", "RPG", "RPG"],
] as const)("the %s %s is shown as %s", (kind, name, shown) => expect(nameIn(german, kind, name)).toBe(shown));

test("without texts a name is shown as it is", () => expect(nameIn(undefined, "tag", "Cute")).toBe("Cute"));

test("each known genre and 100 tags or more have a text, all with different keys", () => {
  const keys = knownGenres.map((name) => nameKey("genre", slugOf(name)));
  expect(new Set(keys).size).toBe(knownGenres.length);
  expect(keys.map((key) => nameTexts[key])).toEqual(knownGenres);
  expect(Object.keys(nameTexts).filter((key) => key.startsWith("tag.")).length).toBeGreaterThanOrEqual(100);
});
