import { existsSync, readFileSync } from "node:fs";
import { splitTags, titleKey, yearOf } from "contract/games/rules.ts";
import { Game } from "contract/games/schema.ts";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const price = z.number().min(0).max(100).multipleOf(0.01).nullable();

/**
 * One line of the sample: the Game fields that import reads (spec/price-sources 5.1), within the sample's bounds.
 */
const SampleGame = z.strictObject({
  title: z.string().trim().min(1),
  genre: z.string().trim().min(1),
  developer: z.string().trim().min(1),
  description: z.string().trim().min(90).max(220),
  review_score: z.number().min(0).max(10).multipleOf(0.1),
  review_count: z.int().positive(),
  steam_appid: z.int().positive(),
  steam_price: price,
  gog_price: price,
  cdkeys_price: price,
  cdkeys_stock: z.boolean().nullable(),
  null_price: price,
  tags: z.string(),
  player_count: z.int().min(0),
  metacritic_score: z.int().min(1).max(100).nullable(),
  release_date: z.iso.date(),
});
type SampleGame = z.output<typeof SampleGame>;

const games = readLines(new URL("./sample-catalogue.jsonl", import.meta.url)).map((line, index) => {
  const parsed = SampleGame.safeParse(JSON.parse(line));
  if (!parsed.success) throw new Error(`Line ${index + 1}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
});

describe("the sample catalogue", () => {
  test("has many games, some of them free", () => {
    expect(games.length).toBeGreaterThanOrEqual(180);
    expect(games.filter((game) => game.steam_price === 0).length).toBeGreaterThanOrEqual(14);
  });

  test("has only fields of a game, always in the same order", () => {
    const fields = Object.keys(SampleGame.shape);
    expect(Object.keys(Game.shape)).toEqual(expect.arrayContaining(fields));
    for (const game of games) expect(Object.keys(game)).toEqual(fields);
  });

  test.each(["steam_appid", "title", "description"] as const)("never repeats a %s", (field) => {
    expect(repeated(games.map((game) => game[field]))).toEqual([]);
  });

  test("descriptions do not follow one template", () => {
    const openings = games.map((game) => game.description.split(" ").slice(0, 3).join(" "));
    expect(repeated(openings)).toEqual([]);
  });

  test("release dates span the years 1996 to 2025", () => {
    const years = games.map((game) => yearOf(game.release_date)!);
    expect([Math.min(...years), Math.max(...years)]).toEqual([1996, 2025]);
  });

  test("every game is sold somewhere, and a free one nowhere else", () => {
    for (const game of games) {
      const others = [game.gog_price, game.cdkeys_price, game.null_price].filter((offer) => offer !== null);
      if (game.steam_price === 0) expect(others, game.title).toEqual([]);
      else
        expect(
          [game.steam_price, ...others].some((offer) => (offer ?? 0) > 0),
          game.title,
        ).toBe(true);
    }
  });

  test("GOG has Steam's price, and a key shop a lower one", () => {
    for (const game of games.filter((candidate) => candidate.steam_price !== null)) {
      if (game.gog_price !== null) expect(game.gog_price, game.title).toBe(game.steam_price);
      if (game.cdkeys_price !== null) expect(game.cdkeys_price, game.title).toBeLessThan(game.steam_price!);
    }
  });

  test("games have a stock exactly where CDKeys has a price, and some are out of stock", () => {
    for (const game of games) expect(game.cdkeys_stock === null, game.title).toBe(game.cdkeys_price === null);
    expect(games.some((game) => game.cdkeys_stock === false)).toBe(true);
  });

  test("every store is missing somewhere and sells something", () => {
    for (const store of ["steam_price", "gog_price", "cdkeys_price", "null_price"] as const) {
      expect(
        games.some((game) => game[store] === null),
        store,
      ).toBe(true);
      expect(
        games.some((game) => game[store] !== null),
        store,
      ).toBe(true);
    }
  });

  test("four to seven distinct tags a game", () => {
    for (const game of games) {
      const tags = splitTags(game.tags);
      expect(tags.join(", "), game.title).toBe(game.tags);
      expect(tags.length, game.title).toBeGreaterThanOrEqual(4);
      expect(tags.length, game.title).toBeLessThanOrEqual(7);
      expect(repeated(tags), game.title).toEqual([]);
    }
  });

  test("exactly two games are explicit, to demonstrate the switch", () => {
    expect(titles(games.filter((game) => splitTags(game.tags).includes("Sexual Content")))).toEqual([
      "Catherine Classic",
      "Leisure Suit Larry - Wet Dreams Don't Dry",
    ]);
  });
});

const realGames = new URL("../../../../../shared/data/catalogue/games-real.jsonl", import.meta.url);
const haveRealGames = existsSync(realGames);
if (!haveRealGames) console.info("Skipped: no real catalogue to compare the sample's titles with");

test.runIf(haveRealGames)("every appid belongs to its title", () => {
  const realTitles = new Map<number, string>();
  for (const line of readLines(realGames)) {
    const game = JSON.parse(line) as { steam_appid: number; title: string };
    realTitles.set(game.steam_appid, game.title);
  }
  const comparable = games.filter((game) => realTitles.has(game.steam_appid));
  expect(comparable.length).toBeGreaterThanOrEqual(180);
  const wrong = comparable.filter((game) => !sameTitle(game.title, realTitles.get(game.steam_appid)!));
  expect(titles(wrong)).toEqual([]);
});

function readLines(file: URL): string[] {
  return readFileSync(file, "utf8").trimEnd().split("\n");
}

function titles(list: SampleGame[]): string[] {
  return list.map((game) => game.title);
}

function repeated<T>(values: T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** Compares the Latin letters and digits. A title written in another script only has nothing to compare, and passes. */
function sameTitle(ours: string, theirs: string): boolean {
  const key = latinKey(theirs);
  return key === "" || latinKey(ours) === key;
}

function latinKey(title: string): string {
  return titleKey(title).replaceAll(/[^a-z0-9]/g, "");
}
