import { titleKey } from "contract/games/rules.ts";
import { expect, test } from "vitest";
import { entryOf, type ImportEntry } from "./entry.ts";
import { decideEntry, type KnownGame, type KnownGames } from "./match.ts";

const games: KnownGame[] = [
  { id: 1, title: "The Witcher® 3: Wild Hunt", releaseDate: "2015-05-18", steamAppid: 292030 },
  { id: 2, title: "Control Ultimate Edition", releaseDate: "2020-08-27", steamAppid: 870780 },
  { id: 3, title: "Prey", releaseDate: "2017-05-05", steamAppid: 480490 },
  { id: 4, title: "Flashback", releaseDate: null, steamAppid: null },
  { id: 5, title: "Flashback", releaseDate: null, steamAppid: null },
  { id: 6, title: "140", releaseDate: "2013-10-16", steamAppid: 242820 },
];
const known: KnownGames = {
  byAppid: new Map(games.flatMap((game) => (game.steamAppid ? [[game.steamAppid, game]] : []))),
  byProduct: new Map([["gog 1207664643", [games[0]!]]]),
  byLink: new Map([["https://www.gog.com/en/game/flashback", [games[3]!]]]),
  byTitle: Map.groupBy(games, ({ title }) => titleKey(title)),
};

const decided = (entry: Partial<ImportEntry>) => {
  const match = decideEntry(entryOf({ as: "owned", ...entry }), known);
  if (match.kind === "found") return match.game.id;
  return match.kind === "unsure" ? match.candidates.map(({ id }) => id) : null;
};

test.each<[what: string, entry: Partial<ImportEntry>, game: number]>([
  ["the appid takes precedence over the title", { steamAppid: 292030, title: "Prey" }, 1],
  ["another store's id", { product: { store: "gog", id: "1207664643" }, title: "Witcher" }, 1],
  ["a store's page, whatever its language", { link: "https://www.gog.com/de/game/flashback?pp=1" }, 4],
  ["a title without punctuation", { title: "the witcher 3 - wild hunt" }, 1],
  ["a title with the article at the end", { title: "Witcher 3: Wild Hunt, The" }, 1],
  ["a title with a shop's suffix", { title: "Prey (PC) Steam Key" }, 3],
  ["a title of digits", { title: "140" }, 6],
  ["a title and the year", { title: "Prey", year: 2017 }, 3],
  ["a title for several platforms", { title: "Prey", platform: "PC (Windows), PlayStation 4" }, 3],
])("is certain: %s", (_, entry, game) => {
  expect(decided(entry)).toBe(game);
});

test.each<[what: string, entry: Partial<ImportEntry>, candidates: number[]]>([
  ["two games have the title", { title: "Flashback" }, [4, 5]],
  ["another year", { title: "Prey", year: 2006 }, [3]],
  ["another year in the title", { title: "Prey (2006)" }, [3]],
  ["an appid that is not in the catalogue", { title: "Prey", steamAppid: 3970 }, [3]],
  ["another platform", { title: "Prey", platform: "Nintendo Switch" }, [3]],
  ["another platform in the title", { title: "Prey - PS4" }, [3]],
  ["an addition", { title: "Prey DLC" }, [3]],
  ["another edition", { title: "Control" }, [2]],
  ["a larger edition", { title: "Prey: Deluxe Edition" }, [3]],
])("is not certain: %s", (_, entry, candidates) => {
  expect(decided(entry)).toEqual(candidates);
});

// JMBeresford/retrom#168: the game of another platform was taken
test.each([
  "Sega Genesis",
  "Sony PSP",
  "Atari 2600",
  "SNK Neo Geo",
  "Arcade",
  "Commodore Amiga",
  "Google Stadia",
  "Sega Saturn",
  "3DO",
  "Nintendo Switch",
  "Xbox 360",
  "iOS",
  "Apple App Store",
  "Bandai WonderSwan",
])("a game for %s is not certain", (platform) => {
  expect(decided({ title: "Prey", platform })).toEqual([3]);
});

test.each(["PC", "Macintosh", "Linux", "Steam", "Battle.net", "Microsoft Store for PC", "PC (DOS)", "DRM-free"])(
  "a game for %s is certain",
  (platform) => {
    expect(decided({ title: "Prey", platform })).toBe(3);
  },
);

test.each<[what: string, entry: Partial<ImportEntry>, expected: boolean]>([
  ["another edition", { title: "Control" }, true],
  ["a larger edition", { title: "Prey: Deluxe Edition" }, true],
  ["two games have the title", { title: "Flashback" }, false],
  ["another platform", { title: "Prey - PS4" }, false],
  ["another year", { title: "Prey", year: 2006 }, false],
  ["an appid that is not in the catalogue", { title: "Prey", steamAppid: 3970 }, false],
])("%s: the first candidate is probable or not", (_, entry, isProbable) => {
  expect(decideEntry(entryOf({ as: "owned", ...entry }), known)).toMatchObject({ kind: "unsure", isProbable });
});

test.each<[what: string, entry: Partial<ImportEntry>]>([
  ["a title that begins like another", { title: "Prey for the Gods" }],
  ["only an appid", { steamAppid: 5 }],
  ["an unknown page of a store", { link: "https://www.gog.com/game/unknown" }],
  ["only punctuation", { title: "???" }],
])("is not in the catalogue: %s", (_, entry) => {
  expect(decided(entry)).toBeNull();
});
