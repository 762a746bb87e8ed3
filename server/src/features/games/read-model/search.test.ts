import { searchWords } from "contract/core/text.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byRelevance, indexGames, rowOf } from "../../../test/indexed-games.ts";
import { applyChanges } from "./apply-changes.ts";
import { type IndexedGames, readFacts, readTitle } from "./indexed-games.ts";
import { searchGames } from "./search.ts";

/** The first are the most popular. */
const titles = [
  "Counter-Strike 2",
  "Dead by Daylight",
  "Stardew Valley",
  "Grand Theft Auto V",
  "Tom Clancy's Rainbow Six® Siege",
  "Red Dead Redemption 2",
  "Baldur's Gate 3",
  "Hollow Knight",
  "The Witcher 3: Wild Hunt",
  "Mount & Blade: Warband",
  "7 Days to Die",
  "StarCraft: Remastered",
  "Terraria",
  "Portal 2",
  "Portal",
  "Portal Knights",
  "Bridge Constructor Portal",
  "Import Tycoon",
  "Assetto Corsa",
  "S.T.A.L.K.E.R.: Shadow of Chernobyl",
  "God of War Ragnarök",
  "Hogwarts Legacy",
  "Brütal Legend",
  "Secrets of Rætikon",
  "Vampire Survivors",
  "Knights of Dying Light",
  "缺氧",
  "100% Orange Juice",
];
const gameIndex = indexGames(titles.map((title, at) => ({ title, playerCount: 1_000 - at })));

function search(text: string, { index = gameIndex, exact = false }: { index?: IndexedGames; exact?: boolean } = {}) {
  const found = searchGames(index, text, { exact })!;
  const sorted = byRelevance(index, found);
  return { titles: Array.from(sorted, (slot) => readTitle(index, slot)), corrected: found.corrected };
}

test("the exact title comes first, then titles with that prefix, then words with it, then any part", () => {
  expect(search("portal").titles).toEqual(["Portal", "Portal 2", "Portal Knights", "Bridge Constructor Portal"]);
  expect(search("port").titles).toEqual([
    "Portal 2",
    "Portal",
    "Portal Knights",
    "Bridge Constructor Portal",
    "Import Tycoon",
  ]);
});

test("a title also matches from its subtitle, or without a word that people leave out", () => {
  const index = indexGames([
    { title: "A Wild Hunter", playerCount: 1 },
    { title: "Be a Wild Hunter", playerCount: 9 },
    { title: "Swords: Wild Hunter", playerCount: 2 },
  ]);
  expect(search("wild hunter", { index }).titles).toEqual(["A Wild Hunter", "Swords: Wild Hunter", "Be a Wild Hunter"]);
});

describe("is found without a correction:", () => {
  test.each([
    ["baldurs gate", "Baldur's Gate 3"],
    ["baldurs gate iii", "Baldur's Gate 3"],
    ["portal two", "Portal 2"],
    ["seven days to die", "7 Days to Die"],
    ["mount and blade", "Mount & Blade: Warband"],
    ["god of war ragnarok", "God of War Ragnarök"],
    ["secrets of raetikon", "Secrets of Rætikon"],
    ["stalker", "S.T.A.L.K.E.R.: Shadow of Chernobyl"],
    ["gta v", "Grand Theft Auto V"],
    ["gta 5", "Grand Theft Auto V"],
    ["gta5", "Grand Theft Auto V"],
    ["grand theft auto five", "Grand Theft Auto V"],
    ["csgo", "Counter-Strike 2"],
    ["rdr2", "Red Dead Redemption 2"],
    ["rdr 2", "Red Dead Redemption 2"],
    ["r6 siege", "Tom Clancy's Rainbow Six® Siege"],
    ["7dtd", "7 Days to Die"],
    ["tw3", "The Witcher 3: Wild Hunt"],
    ["hunt wild witcher", "The Witcher 3: Wild Hunt"],
    ["氧", "缺氧"],
  ])("%s", (text, title) => {
    const found = search(text);
    expect(found.titles[0]).toBe(title);
    expect(found.corrected).toBeNull();
  });
});

describe("is corrected:", () => {
  test.each([
    ["stardw valley", "stardew valley"],
    ["stadrew", "stardew"],
    ["teraria", "terraria"],
    ["vampyre surwivors", "vampire survivors"],
    ["aseto corsa", "assetto corsa"],
    ["dead by dayligth", "dead by daylight"],
    ["hogwrats leg", "hogwarts legacy"],
    ["hollowknight", "hollow knight"],
    ["star dew valley", "stardew valley"],
    ["star craft", "starcraft"],
    ["portal2", "portal 2"],
    ["7daystodie", "7 days to die"],
    ["harry potter hogwarts legacy", "hogwarts legacy"],
  ])("%s to %s", (text, corrected) => {
    expect(search(text)).toEqual(expect.objectContaining({ corrected }));
    expect(search(text).titles).toEqual(search(corrected).titles);
  });
});

test.each(["siege x", "prtl", "stzrdzw valley", "xyzzy", "dead zzzz", "氧缺", "$", "the the of"])(
  "%s is not corrected",
  (text) => {
    expect(search(text).corrected).toBeNull();
  },
);

describe("a part of a series that the catalogue lacks leads to the series:", () => {
  const series = indexGames(
    [
      "Grand Theft Auto IV: The Complete Edition",
      "Grand Theft Auto: San Andreas",
      "Call of Duty: Black Ops III",
      "Call of Duty®",
      "Euro Truck Simulator 2",
      "Sid Meier’s Civilization® VI",
      "The Elder Scrolls V: Skyrim Special Edition",
      "Need for Speed Heat",
      "Mortal Kombat 11",
      "Rise of the Tomb Raider",
    ].map((title, at) => ({ title, playerCount: 1_000 - at })),
  );
  test.each([
    ["gta", "Grand Theft Auto IV: The Complete Edition"],
    ["gta 5", "Grand Theft Auto IV: The Complete Edition"],
    ["gta5", "Grand Theft Auto IV: The Complete Edition"],
    ["gta v", "Grand Theft Auto IV: The Complete Edition"],
    ["GTA VI", "Grand Theft Auto IV: The Complete Edition"],
    ["gta iv", "Grand Theft Auto IV: The Complete Edition"],
    ["gta san andres", "Grand Theft Auto: San Andreas"],
    ["cod", "Call of Duty®"],
    ["cod 4", "Call of Duty®"],
    ["cod4", "Call of Duty®"],
    ["ets2", "Euro Truck Simulator 2"],
    ["ets 2", "Euro Truck Simulator 2"],
    ["ets", "Euro Truck Simulator 2"],
    ["ets 3", "Euro Truck Simulator 2"],
    ["civ 7", "Sid Meier’s Civilization® VI"],
    ["civ7", "Sid Meier’s Civilization® VI"],
    ["tes 6", "The Elder Scrolls V: Skyrim Special Edition"],
    ["nfs 9", "Need for Speed Heat"],
    ["mk 2", "Mortal Kombat 11"],
    ["mk12", "Mortal Kombat 11"],
    ["tr 4", "Rise of the Tomb Raider"],
    ["grand theft auto 5", "Grand Theft Auto IV: The Complete Edition"],
  ])("%s finds %s", (text, first) => expect(search(text, { index: series }).titles[0]).toBe(first));

  test.each(["xyzzy 5", "1234 56"])("%s finds nothing", (text) => {
    expect(search(text, { index: series })).toEqual({ titles: [], corrected: null });
  });
});

test("of equally close corrections, the one of the more popular game is used", () => {
  const index = indexGames([
    { title: "Tarot", playerCount: 5 },
    { title: "Carrot", playerCount: 50 },
    { title: "Barrot", playerCount: null },
  ]);
  expect(search("garrot", { index }).corrected).toBe("carrot");
});

test("a search for a whole title is not corrected", () => {
  const index = indexGames([{ title: "Dome" }, { title: "Doom" }, { title: "Doom II" }, { title: "Doom 64" }]);
  expect(search("dome", { index })).toEqual({ titles: ["Dome"], corrected: null });
});

test("words with symbols only match literally", () => {
  expect(search("100%").titles).toEqual(["100% Orange Juice"]);
  expect(search("100% d").titles).toEqual([]);
});

test("an exact search finds only titles that contain every word", () => {
  expect(search("stardw valley", { exact: true })).toEqual({ titles: [], corrected: null });
  expect(search("gta v", { exact: true }).titles).toEqual([]);
  expect(search("port", { exact: true }).titles).toHaveLength(5);
});

test("a search without words returns no matches to filter by", () => {
  expect(searchGames(gameIndex, "  ")).toBeNull();
});

test("all titles that contain every word are found", () => {
  const word = fc.constantFrom("dark", "darker", "ÉDEN", "gta", "v", "5", "100%", "a_b", "&", "ark's", "缺氧", "🎮");
  const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
  const part = fc.tuple(text, fc.nat(4), fc.nat(9)).map(([all, from, length]) => all.slice(from, from + length + 1));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), fc.oneof(text, part), (list, query) => {
      const index = indexGames(list.map((title) => ({ title })));
      const words = searchWords(query);
      const containing = index.titles.flatMap((title, slot) =>
        words.every((one) => title.includes(one)) ? [slot] : [],
      );
      const found = searchGames(index, query);
      if (words.length === 0) expect(found).toBeNull();
      else expect([...found!.slots]).toEqual(expect.arrayContaining(containing));
      expect([...(searchGames(index, query, { exact: true })?.slots.sort() ?? [])]).toEqual(
        words.length > 0 ? containing : [],
      );
    }),
    { numRuns: 200 },
  );
});

test("new, renamed and deleted games are found by their current titles, typos included", () => {
  const index = indexGames([{ title: "Hollow Knight" }, { title: "Old Name" }, { title: "Terraria" }]);
  expect(search("teraria", { index }).titles).toEqual(["Terraria"]);
  const games = [
    rowOf({ ...readFacts(index, 1), title: "Valheim" }),
    rowOf({ ...readFacts(index, 1), id: 4, title: "Disco Elysium" }),
  ];
  applyChanges(index, { ids: [2, 3, 4], games, prices: [], stores: [] });
  expect(search("valhiem", { index })).toEqual({ titles: ["Valheim"], corrected: "valheim" });
  expect(search("discoelysium", { index })).toEqual({ titles: ["Disco Elysium"], corrected: "disco elysium" });
  expect(search("de", { index }).titles).toContain("Disco Elysium");
  expect(search("old name", { index }).titles).toEqual([]);
  expect(search("teraria", { index }).titles).toEqual([]);
  expect(search("holow knight", { index }).titles).toEqual(["Hollow Knight"]);
});
