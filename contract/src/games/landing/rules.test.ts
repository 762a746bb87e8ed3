import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { landingPath, landingPrices, namesOf, slugOf } from "./rules.ts";

describe("the slug of a name", () => {
  test.each([
    ["RPG", "rpg"],
    ["Beat 'em up", "beat-em-up"],
    ["1990’s", "1990s"],
    ["Action & Adventure", "action-adventure"],
    ["Shared/Split Screen", "shared-split-screen"],
    ["Pokémon  Company", "pokemon-company"],
    ["  -KLAUS-  ", "klaus"],
    ["C++", "c"],
    ["CD PROJEKT RED", "cd-projekt-red"],
    ["角色扮演", "角色扮演"],
    ["Инди", "инди"],
    ["หมวก", "หมวก"],
    ["!!!", ""],
    ["", ""],
  ])("%j is %j", (name, slug) => expect(slugOf(name)).toBe(slug));

  test("is its own slug, and needs no escaping in XML", () => {
    fc.assert(
      // fast-check's own first fills a table with all characters, which takes two seconds
      fc.property(
        fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units)),
        (name) => {
          const slug = slugOf(name.toWellFormed());
          expect(slugOf(slug)).toBe(slug);
          expect(encodeURIComponent(slug)).not.toMatch(/[<>&"'/?#]/);
        },
      ),
    );
  });
});

test.each([
  ["genre", "RPG", "/genre/rpg"],
  ["tag", "角色", "/tag/%E8%A7%92%E8%89%B2"],
  ["developer", "!!!", null],
] as const)("the %s %s has its page at %s", (kind, name, path) => expect(landingPath(kind, name)).toBe(path));

test("a game has each of the names that its fields list", () => {
  const game = { genre: "Action", developer: "Valve", tags: "FPS, Co-op" };
  expect(namesOf("genre", game)).toEqual(["Action"]);
  expect(namesOf("tag", game)).toEqual(["FPS", "Co-op"]);
  expect(namesOf("developer", game)).toEqual(["Valve"]);
  expect(namesOf("developer", { ...game, developer: null })).toEqual([]);
});

test.each([
  ["USD", [5, 10, 20, 30, 40, 60]],
  ["JPY", [500, 1_000, 2_000, 3_000, 4_000, 6_000]],
])("the amounts in %s", (currency, amounts) => expect(landingPrices(currency)).toEqual(amounts));
