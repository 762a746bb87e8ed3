import { describe, expect, test } from "vitest";
import { asc, eq } from "../../platform/db/drizzle.ts";
import { catalogueImport, later, now, refusal } from "../../test/catalogue-import.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { games } from "../games/table.ts";
import { gamePrices, offers, priceHistory } from "../prices/table.ts";
import { markSampleData } from "../site-config/commands.ts";
import { siteConfig } from "../site-config/table.ts";
import type { ImportOptions, RowProblem } from "./import-catalogue.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const { loadFile, versions } = catalogueImport(database);
const folder = await createTestFolder();

/** Imports the rows, objects as JSON Lines and a string as CSV, and collects the reported problems. */
async function load(rows: object[] | string, options: Partial<ImportOptions> = {}) {
  const path =
    typeof rows === "string"
      ? await folder.write("games.csv", rows)
      : await folder.write("games.jsonl", rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return loadFile(path, options);
}

const stored = () =>
  db
    .select({ id: games.id, title: games.title, appid: games.steamAppid, date: games.releaseDate, genre: games.genre })
    .from(games)
    .orderBy(asc(games.id));

const countGames = () => db.$count(games);

/** A sample of two games; returns their number. */
async function addSample(): Promise<number> {
  await load([{ title: "Portal 2", steam_appid: 620, steam_price: 8, gog_price: 5 }, { title: "Thief" }]);
  await db.update(games).set({ sample: true });
  await markSampleData(db, true, now);
  return countGames();
}

const sable = { title: "Sable", steam_appid: 757310, steam_price: 24.99, release_date: "2021-09-23" };

describe("a row", () => {
  test("becomes a game with its offers, history and prices", async () => {
    const result = await load([
      {
        ...sable,
        genre: "Adventure",
        developer: "Shedworks",
        description: "A glide\nthrough the desert.",
        review_score: 8.9,
        review_count: 6000,
        boxart_url: "https://a.test/box.jpg",
        steam_link: "https://store.steampowered.com/app/757310/",
        cdkeys_price: "12.49",
        cdkeys_link: "https://a.test/sable",
        cdkeys_stock: false,
        gog_price: null,
        null_price: 0,
        tags: "Exploration, Hentai",
        player_count: 120,
        metacritic_score: 0,
      },
    ]);
    expect(result).toMatchObject({
      read: 1,
      added: 1,
      changed: 0,
      unchanged: 0,
      refused: 0,
      warned: 1,
      priceChanges: 2,
    });
    const [game] = await db.select().from(games);
    expect(game).toMatchObject({
      title: "Sable",
      titleFolded: "sable",
      titleKey: "sable",
      genre: "Adventure",
      description: "A glide\nthrough the desert.",
      rating: 8.6,
      reviewScore: 8.9,
      reviewCount: 6000,
      explicit: true,
      metacriticScore: null,
      releaseDate: "2021-09-23",
      sample: false,
      createdAt: now,
    });
    const sold = await db.select().from(offers).orderBy(asc(offers.store));
    expect(sold.map(({ store, priceMinor, inStock, link }) => [store, priceMinor, inStock, link])).toEqual([
      ["cdkeys", 1249, false, "https://a.test/sable"],
      ["steam", 2499, null, "https://store.steampowered.com/app/757310/"],
    ]);
    expect(await db.$count(priceHistory)).toBe(2);
    expect(await db.select().from(gamePrices)).toMatchObject([
      { steamMinor: 2499, gogMinor: null, bestMinor: 1249, bestStore: "cdkeys", lowMinor: 2499, lowStore: "steam" },
    ]);
  });

  test("from CSV is imported in the same way", async () => {
    const result = await load(
      '\ufefftitle,steam_appid,steam_price,gog_price,cdkeys_price,cdkeys_stock,review_score,review_count,tags,release_date\n"GUN™ ""Deluxe"",\nvol. 2",2610,9.99,,0,false,8.1,90,"Action, Western",2006-10-13\n',
    );
    expect(result).toMatchObject({ added: 1, refused: 0, warned: 1, priceChanges: 1 });
    expect(await stored()).toMatchObject([{ title: 'GUN™ "Deluxe", vol. 2', appid: 2610, date: "2006-10-13" }]);
    expect(await db.select().from(gamePrices)).toMatchObject([{ steamMinor: 999, gogMinor: null, cdkeysMinor: null }]);
  });

  test("that is invalid is refused and reported by line and field; the others are imported", async () => {
    const result = await load([
      sable,
      { title: "A", steam_price: "$9.99", release_date: "Q3 2025" },
      { title: "B" },
      { title: "" },
      ["C"],
    ]);
    expect(result).toMatchObject({ read: 5, added: 2, refused: 3 });
    expect(result.problems).toEqual([
      { line: 2, field: "steam_price", message: '"$9.99" is not an amount of US dollars such as 9.99' },
      { line: 2, field: "release_date", message: '"Q3 2025" is not a day written YYYY-MM-DD' },
      { line: 4, field: "title", message: "must not be empty" },
      { line: 5, message: "is not a JSON object" },
    ]);
    expect((await stored()).map(({ title }) => title)).toEqual(["Sable", "B"]);
  });

  test("may have unknown fields; each is reported once", async () => {
    const result = await load([
      { ...sable, publisher: "Raw Fury", id: 7 },
      { title: "B", publisher: "X" },
    ]);
    expect(result).toMatchObject({ added: 2, refused: 0, unknownFields: ["publisher", "id"] });
  });
});

describe("an upsert", () => {
  test("leaves absent fields, clears null ones, and writes history of the price only", async () => {
    await load([{ ...sable, genre: "Adventure", tags: "Hentai", steam_link: "https://a.test/", gog_price: 20 }]);
    const result = await load(
      [{ title: "Sable", steam_appid: 757310, genre: null, gog_price: null, steam_price: 12 }],
      {
        now: later,
      },
    );
    expect(result).toMatchObject({ added: 0, changed: 1, priceChanges: 2 });
    expect(await db.select().from(games)).toMatchObject([
      { genre: null, tags: "Hentai", explicit: true, releaseDate: "2021-09-23", createdAt: now, updatedAt: later },
    ]);
    expect(await db.select().from(offers).where(eq(offers.store, "steam"))).toMatchObject([
      { priceMinor: 1200, link: "https://a.test/" },
    ]);
    expect(await db.select().from(gamePrices)).toMatchObject([
      { steamMinor: 1200, gogMinor: null, highestBestMinor: 2000, lowMinor: 1200, lowAt: later },
    ]);
    expect(await db.$count(priceHistory)).toBe(4);
  });

  test("matches the game by appid, whatever its title", async () => {
    await load([sable]);
    expect(await load([{ title: "SABLE: The Game", steam_appid: 757310 }])).toMatchObject({ added: 0, changed: 1 });
    expect(await stored()).toMatchObject([{ title: "SABLE: The Game", appid: 757310 }]);
  });

  test.each([
    ["Call of Duty® 2", "2005-10-25", "CALL OF DUTY 2", "2005-01-01", "changed"],
    ["Pokémon: Go!", "2016-07-06", "Pokemon Go", "2016-07-06", "changed"],
    ["Flashback", "2013-11-19", "Flashback", "2018-11-20", "added"],
    ["Flashback", null, "flashback", null, "changed"],
    ["Flashback", "2013-11-19", "Flashback", null, "added"],
    ["Flashback", null, "Flashback", "2013-11-19", "added"],
  ])("without appid: %s (%s), then %s (%s) is %s", async (title, date, otherTitle, otherDate, outcome) => {
    await load([{ title, release_date: date, genre: "A" }]);
    const result = await load([{ title: otherTitle, release_date: otherDate, genre: "B" }]);
    expect(result).toMatchObject({ added: 0, changed: 0, unchanged: 0, [outcome]: 1 });
  });

  test("without appid matches a game that has one, and does not remove it", async () => {
    await load([sable]);
    const result = await load([{ title: "sable", release_date: "2021-01-01", steam_appid: null, genre: "Adventure" }]);
    expect(result).toMatchObject({ added: 0, changed: 1 });
    expect(await stored()).toMatchObject([{ title: "sable", appid: 757310, genre: "Adventure" }]);
  });

  test("without appid is refused when several games match", async () => {
    await load([
      { title: "DOOM 3", steam_appid: 9050, release_date: "2004-08-03" },
      { title: "DOOM 3", steam_appid: 208200, release_date: "2004-10-15" },
    ]);
    const result = await load([{ title: "Doom 3", release_date: "2004-08-03", genre: "X" }, { title: "Rage" }]);
    expect(result).toMatchObject({ added: 1, changed: 0, refused: 1 });
    expect(result.problems).toEqual([
      { line: 1, message: "fits 2 games of that title and year: name its steam_appid" },
    ]);
  });

  test("with a new appid matches the game of that title and year that has none", async () => {
    await load([{ title: "Sable", release_date: "2021-09-23", genre: "Adventure" }]);
    expect(await load([sable])).toMatchObject({ added: 0, changed: 1 });
    expect(await stored()).toMatchObject([{ id: 1, appid: 757310, genre: "Adventure" }]);
  });

  test("with a new appid adds a game when two rows match the one without", async () => {
    await load([{ title: "Alter Ego", release_date: "2010-08-03" }]);
    const result = await load([
      { title: "Alter Ego", steam_appid: 63110, release_date: "2010-08-03" },
      { title: "Alter Ego", steam_appid: 2398310, release_date: "2010-12-01" },
    ]);
    expect(result).toMatchObject({ added: 2, changed: 0 });
    expect((await stored()).map(({ appid }) => appid)).toEqual([null, 63110, 2398310]);
  });

  test.each([
    [{ rating: 5 }, 8.6],
    [{ review_count: 10 }, 7],
    [{ review_count: 0, review_score: null }, null],
    [{ review_score: null, review_count: null }, 8.6],
    [{ review_score: null, review_count: null, rating: 5 }, 5],
  ])("of %j on a game with reviews rates it %s", async (fields, rating) => {
    await load([{ ...sable, review_score: 8.9, review_count: 6000 }]);
    await load([{ title: "Sable", steam_appid: 757310, ...fields }]);
    expect(await db.select({ rating: games.rating }).from(games)).toEqual([{ rating }]);
  });
});

describe("rows about one game in one file", () => {
  test.each<[string, object[], RowProblem[], object[]]>([
    [
      "by appid",
      [
        { title: "A", steam_appid: 5, genre: "X" },
        { title: "B", steam_appid: 5 },
      ],
      [{ line: 1, message: "is about the same game as line 2, which counts" }],
      [{ title: "B", appid: 5, genre: null }],
    ],
    [
      "by title and year",
      [{ title: "UFO 50" }, { title: "Other" }, { title: "ufo-50" }, { title: "UFO 50™" }],
      [
        { line: 1, message: "is about the same game as line 4, which counts" },
        { line: 3, message: "is about the same game as line 4, which counts" },
      ],
      [{ title: "Other" }, { title: "UFO 50™" }],
    ],
    [
      "one with appid and a later one without, which inherits it",
      [{ title: "A", steam_appid: 5 }, { title: "a" }],
      [{ line: 1, message: "is about the same game as line 2, which counts" }],
      [{ title: "a", appid: 5 }],
    ],
    [
      "one without appid and a later one with",
      [{ title: "a" }, { title: "A", steam_appid: 5 }],
      [{ line: 1, message: "is about the same game as line 2, which counts" }],
      [{ title: "A", appid: 5 }],
    ],
    [
      "several with appids and one that matches all of them",
      [{ title: "A", steam_appid: 5 }, { title: "A", steam_appid: 6 }, { title: "a" }],
      [{ line: 3, message: "fits 2 games of that title and year: name its steam_appid" }],
      [
        { title: "A", appid: 5 },
        { title: "A", appid: 6 },
      ],
    ],
  ])("%s", async (_, rows, problems, expected) => {
    const first = await load(rows);
    expect(first.problems).toEqual(problems);
    expect(await stored()).toMatchObject(expected);
    const before = await versions();
    const second = await load(rows, { now: later });
    expect(second).toMatchObject({ added: 0, changed: 0, problems });
    expect(await versions()).toEqual(before);
  });
});

describe("the same file twice", () => {
  const rows = [
    { ...sable, review_score: 9, review_count: 10, cdkeys_price: 5, cdkeys_stock: true, null_link: "https://a.test/" },
    { title: "Bread &amp; Butter ", tags: "a,b", gog_price: 0 },
  ];

  test("writes nothing and notifies no one", async () => {
    await load(rows);
    const before = await versions();
    const client = await pool.connect();
    const notifications: unknown[] = [];
    client.on("notification", ({ payload }) => notifications.push(payload));
    await client.query("listen changes");
    expect(await load(rows, { now: later })).toMatchObject({ added: 0, changed: 0, unchanged: 2, priceChanges: 0 });
    await client.query("select 1");
    await client.query("unlisten *");
    client.release();
    expect(await versions()).toEqual(before);
    expect(notifications).toEqual([]);
  });
});

describe("nothing is imported", () => {
  test("of a file without a good row, and with --strict of one with a bad row", async () => {
    await addSample();
    const before = await versions();
    for (const [rows, reason, options] of [
      [[sable, { title: "" }], "1 of 2 rows are invalid; nothing was imported", { strict: true }],
      [[{ title: "" }], "has no valid row; nothing was imported", {}],
      [[], "has no valid row; nothing was imported", {}],
      ["name,steam_price\nSable,1\n", "has no valid row; nothing was imported", {}],
      ['title\nSable\n"Foo', "is not CSV", {}],
    ] satisfies [object[] | string, string, Partial<ImportOptions>][]) {
      expect(await refusal(load(rows, options))).toContain(reason);
      expect(await versions(), reason).toEqual(before);
    }
  });

  test("with --strict and a row that matches several games", async () => {
    await load([
      { title: "A", steam_appid: 5 },
      { title: "A", steam_appid: 6 },
    ]);
    expect(await refusal(load([{ title: "B" }, { title: "A" }], { strict: true }))).toContain("1 of 2 rows");
    expect(await countGames()).toBe(2);
  });

  test("with --dry-run, which reports what would be", async () => {
    await load([sable]);
    const before = await versions();
    const rows = [{ ...sable, steam_price: 5 }, { title: "B" }, { title: "C", rating: 11 }];
    const dryRun = await load(rows, { dryRun: true, now: later });
    expect(dryRun).toMatchObject({ read: 3, added: 1, changed: 1, unchanged: 0, refused: 1, priceChanges: 1 });
    expect(await versions()).toEqual(before);
    expect(await load(rows, { now: later })).toEqual(dryRun);
  });

  test("when it is aborted while reading", async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => ({ title: `Game ${index}` }));
    const stopping = new AbortController();
    const work = load(rows, { signal: stopping.signal, onRead: () => stopping.abort() });
    await expect(work).rejects.toThrow("aborted");
    expect(await countGames()).toBe(0);
  });
});

describe("the sample (spec/price-sources 6.1)", () => {
  const isSampleSite = async () => {
    const [row] = await db.select().from(siteConfig).where(eq(siteConfig.key, "site.sample_data"));
    return row?.value;
  };

  test("stays with --keep-sample, and is otherwise removed; a game in both keeps its id, not its prices", async () => {
    const seeded = await addSample();
    const kept = await load([sable], { keepSample: true });
    expect(kept).toMatchObject({ added: 1, sampleRemoved: 0, sampleLeft: true });
    expect(await countGames()).toBe(seeded + 1);
    expect(await isSampleSite()).toBe("true");

    const [portal] = await db.select().from(games).where(eq(games.title, "Portal 2"));
    const result = await load([{ title: "Portal 2", steam_appid: 620, steam_price: 9.99 }, sable], { now: later });
    expect(result).toMatchObject({ changed: 1, unchanged: 1, sampleRemoved: seeded - 1, sampleLeft: false });
    expect(await stored()).toMatchObject([{ id: portal!.id, title: "Portal 2" }, { title: "Sable" }]);
    expect(await db.select().from(priceHistory).where(eq(priceHistory.gameId, portal!.id))).toMatchObject([
      { recordedAt: later, priceMinor: 999 },
    ]);
    expect(await db.$count(games, eq(games.sample, true))).toBe(0);
    expect(await isSampleSite()).toBe("false");
  });
});

test("fields may have other names in the file", async () => {
  const result = await load([{ name: "Sable", app_id: "757310", title: "not this" }], {
    fieldNames: new Map([
      ["title", "name"],
      ["steam_appid", "app_id"],
    ]),
  });
  expect(result).toMatchObject({ added: 1, unknownFields: [] });
  expect(await stored()).toMatchObject([{ title: "Sable", appid: 757310 }]);
});
