import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { catalogueImport, later, refusal } from "../../test/catalogue-import.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { repeats } from "../../test/processes/soak.ts";
import { sharedData } from "../../test/shared-data.ts";
import type { ImportResult } from "./import-catalogue.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const { loadFile, versions } = catalogueImport(database);
const folder = await createTestFolder();

const real = sharedData("catalogue/games-real.jsonl");
describe.skipIf(!real)("the real catalogue", () => {
  const all = 31_320;
  const size = repeats(3_000, all);

  test("is imported completely, and a second import changes nothing", { timeout: 90_000 }, async () => {
    const lines = (await readFile(real!, "utf8")).split("\n").slice(0, size);
    const file = await folder.write("games.jsonl", lines.join("\n"));
    const first = await loadFile(file);
    expect(first).toMatchObject({
      read: size,
      added: size,
      refused: 0,
      repeated: 0,
      problems: [],
      unknownFields: [],
    });
    if (size === all) await expectEverything(first);

    const before = await versions();
    // like statistics collected while the first import ran
    await pool.query(`
      update pg_class set reltuples = 0, relpages = greatest(relpages, 100)
      where oid = any(array['games', 'offers', 'game_prices']::regclass[])
    `);
    expect(await loadFile(file, { now: later })).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: size,
      priceChanges: 0,
    });
    expect(await versions()).toEqual(before);
  });

  async function expectEverything({ priceChanges }: ImportResult): Promise<void> {
    expect(priceChanges).toBe(30_322 + 1_194);
    const { rows } = await db.execute(sql`
      select
        count(genre)::integer as genre, count(developer)::integer as developer, count(steam_appid)::integer as appid,
        count(metacritic_score)::integer as metacritic, count(release_date)::integer as released,
        (count(*) filter (where steam_minor = 0))::integer as free, count(steam_minor)::integer as steam,
        count(gog_minor)::integer as gog, (count(*) filter (where explicit))::integer as explicit
      from games left join game_prices on game_id = id
    `);
    expect(rows[0]).toEqual({
      genre: 30_920,
      developer: 28_450,
      appid: 31_320,
      metacritic: 3_708,
      released: 30_045,
      free: 7_041,
      steam: 30_322,
      gog: 1_194,
      explicit: await countExplicit(),
    });
    const titles = await titlesOf([3234600, 460250, 457140, 1569520, 1630, 339860]);
    expect(titles).toEqual([
      "Disciples II: Rise of the Elves",
      "none",
      "缺氧",
      "🔴 Circles",
      "IRMÃO Grande & Brasileiro 2",
      "Risk & Riches Playtest",
    ]);
  }

  /** Counts in the file itself, independently of the importer. */
  async function countExplicit(): Promise<number> {
    const lines = (await readFile(real!, "utf8")).trim().split("\n");
    const words = new Set(
      (
        "hentai sex sexual porn porno pornography pornstar nsfw futa futanari lewd milf milfs eroge erotic erotica bdsm " +
        "fetish xxx ahegao bukkake masturbation blowjob stripper strippers"
      ).split(" "),
    );
    return lines.filter((line) => {
      const { title, tags } = JSON.parse(line) as { title: string; tags: string | null };
      if (/(^|, )(Sexual Content|NSFW|Hentai)(,|$)/i.test(tags ?? "")) return true;
      return title
        .toLowerCase()
        .split(/[^a-z]+/)
        .some((word) => words.has(word));
    }).length;
  }

  async function titlesOf(appids: number[]): Promise<string[]> {
    const { rows } = await pool.query("select title from games where steam_appid = any($1) order by steam_appid", [
      appids,
    ]);
    return rows.map(({ title }) => title);
  }
});

describe("third-party files, with their own field names and formatting", () => {
  test.each<[string, Record<string, string>, Partial<ImportResult>, string[]]>([
    // backslashes before quotes, \N for null, line breaks and HTML in cells
    ["messy/steam-insights-games-slice.csv", { title: "name", steam_appid: "app_id" }, { read: 368, added: 368 }, []],
    [
      "messy/steam-page-scrape-prices.csv",
      { title: "name", steam_appid: "game_id", steam_price: "current_price" },
      { read: 134, added: 30, refused: 101, repeated: 3, priceChanges: 0 },
      ['3 steam_price: "Factorio Demo" is not an amount of US dollars such as 9.99'],
    ],
    [
      "messy/fronkon-derived-slice.csv",
      { title: "Name", steam_appid: "AppID", steam_price: "Price" },
      { read: 216, added: 216, priceChanges: 216 },
      [],
    ],
    ["messy/steam-search-scrape-slice.csv", { title: "Name" }, { read: 400, added: 400 }, []],
    [
      "upstream/keyshop/gog-us-2025-11-18.csv",
      {},
      { read: 3000, added: 20, refused: 2980 },
      ['2 review_score: "N/A" is not a number from 0 to 10'],
    ],
    // begins with a byte order mark
    ["upstream/keyshop/loaded-cdkeys-cleaned.csv", {}, { read: 130, added: 130 }, []],
  ])("%s", async (file, names, expected, someProblems) => {
    const path = sharedData(file);
    if (!path) return;
    const { problems, ...result } = await loadFile(path, { fieldNames: new Map(Object.entries(names)) });
    expect(result).toMatchObject({ refused: 0, repeated: 0, ...expected });
    const messages = problems.map(({ line, field, message }) => `${line} ${field}: ${message}`);
    expect(messages).toEqual(expect.arrayContaining(someProblems));
    expect(new Set(problems.map(({ line }) => line)).size).toBe(result.refused + result.repeated);
  });

  test("release dates in an unknown form are ignored, and their rows count", async () => {
    const path = sharedData("messy/fronkon-derived-slice.csv");
    if (!path) return;
    const fieldNames = new Map(Object.entries({ title: "Name", steam_appid: "AppID", release_date: "Release date" }));
    const { problems, ...result } = await loadFile(path, { fieldNames });
    expect(result).toMatchObject({ read: 216, refused: 0, repeated: 0 });
    expect(new Set(problems.map(({ field }) => field))).toEqual(new Set(["release_date"]));
  });

  test.each([
    ["messy/steam-search-scrape-slice.csv", { title: "Name", steam_price: "Discount Price" }],
    ["messy/recs-games-price-anomalies.csv", {}],
    ["messy/free-steam-games-raw-slice.jsonl", { title: "name" }],
    ["messy/steamspy-odd-page.json", {}],
  ])("%s is refused as a whole: not one row is valid", async (file, names) => {
    const path = sharedData(file);
    if (!path) return;
    const before = await versions();
    await refusal(loadFile(path, { fieldNames: new Map(Object.entries(names)) }));
    expect(await versions()).toEqual(before);
  });
});
