import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { createGunzip, gzipSync } from "node:zlib";
import type { StoreKey } from "contract/stores/store-key.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { asc, eq, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { sharedData } from "../../../test/shared-data.ts";
import { recordOffers } from "../offers/commands.ts";
import { gamePrices, offers, priceHistory } from "../table.ts";
import { importHistory } from "./import-history.ts";
import { parseTime } from "./import-history-row.ts";

const { db, pool } = await createTestDatabase();
const folder = await createTestFolder();
const now = new Date("2026-11-01T00:00:00Z");

beforeEach(async () => {
  await emptyTables(pool, ["games"]);
});

test.each([
  ["2023-02-04", "2023-02-04T00:00:00.000Z"],
  ["2024-10", "2024-10-01T00:00:00.000Z"],
  ["2025-07-15 22:33:15+02:00", "2025-07-15T20:33:15.000Z"],
  ["2021-06-04T16:13:34+00:00", "2021-06-04T16:13:34.000Z"],
  ["2012-11-01 17:03:08", "2012-11-01T17:03:08.000Z"],
  ["2021-08-10T17:00:00.000Z", "2021-08-10T17:00:00.000Z"],
  ["2021-08-10T17:00:00.1234567+0230", "2021-08-10T14:30:00.123Z"],
  [" 2024-02-29 ", "2024-02-29T00:00:00.000Z"],
  ["2023-02-29", null],
  ["2023-13", null],
  ["2023-02-04T25:00:00Z", null],
  ["2023-02-04T10:00", null],
  ["1970-01-01", null],
  ["04/02/2023", null],
  ["2023", null],
  ["Q3 2025", null],
  ["", null],
])("the time %j is %j (the forms of the data's README)", (text, expected) => {
  expect(parseTime(text)?.toISOString() ?? null).toBe(expected);
});

type Row = Record<string, unknown>;

const row = (day: number, price: number, more: Row = {}): Row => ({
  steam_appid: 10,
  store: "steam",
  recorded_at: `2025-01-${String(day).padStart(2, "0")}`,
  price,
  base_price: 20,
  currency: "USD",
  ...more,
});

async function load(rows: readonly unknown[], name = "history.jsonl") {
  await writeFile(folder.path(name), rows.map((one) => JSON.stringify(one)).join("\n"));
  const problems: string[] = [];
  const result = await importHistory(db, folder.path(name), {
    now,
    onProblem: ({ line, field, message }) => problems.push(`${line} ${field ?? ""}: ${message}`),
  });
  return { ...result, problems };
}

async function historyOf(gameId: number, store: StoreKey = "steam") {
  const rows = await db
    .select({ at: priceHistory.recordedAt, price: priceHistory.priceMinor, regular: priceHistory.regularMinor })
    .from(priceHistory)
    .where(sql`${priceHistory.gameId} = ${gameId} and ${priceHistory.store} = ${store}`)
    .orderBy(asc(priceHistory.recordedAt));
  return rows.map(({ at, price, regular }) => [at.toISOString().slice(0, 10), price, regular]);
}

const lists = async (gameId: number) => (await db.select().from(gamePrices).where(eq(gamePrices.gameId, gameId)))[0];

describe("past prices", () => {
  const past = [row(1, 20), row(5, 10), row(7, 10), row(9, 20), row(12, 5), row(14, 20), row(20, 5), row(25, 20)];
  const line = [
    ["2025-01-01", 2000, 2000],
    ["2025-01-05", 1000, 2000],
    ["2025-01-09", 2000, 2000],
    ["2025-01-12", 500, 2000],
    ["2025-01-14", 2000, 2000],
    ["2025-01-20", 500, 2000],
    ["2025-01-25", 2000, 2000],
  ];

  test.each([
    ["in the order of time", past],
    ["backwards", past.toReversed()],
    ["shuffled", [3, 6, 0, 5, 2, 7, 1, 4].map((index) => past[index])],
  ])("are stored as changes, %s", async (_, rows) => {
    const [id = 0] = await addCatalogue(db, [{ title: "Half-Life", steamAppid: 10 }]);
    expect(await load(rows)).toMatchObject({ read: 8, games: 1, added: 7, refused: 0, unmatched: 0, problems: [] });
    expect(await historyOf(id)).toEqual(line);
    expect(await lists(id)).toMatchObject({
      bestMinor: null,
      highestBestMinor: 2000,
      lowMinor: 500,
      lowStore: "steam",
      lowAt: new Date("2025-01-20"),
    });
    expect(await load(rows)).toMatchObject({ added: 0 });
    expect(await historyOf(id)).toEqual(line);
  });

  test("are merged into the existing history, without changing the current price", async () => {
    const [id = 0] = await addCatalogue(
      db,
      [{ title: "Half-Life", steamAppid: 10, offers: { steam: { priceMinor: 2000, regularMinor: 2000 } } }],
      new Date("2025-01-10"),
    );
    await recordOffers(db, [{ gameId: id, store: "steam", priceMinor: 700 }], { now: new Date("2025-02-01") });
    await load(past);
    expect(await historyOf(id)).toEqual([...line, ["2025-02-01", 700, 2000]]);
    expect(await lists(id)).toMatchObject({ bestMinor: 700, lowMinor: 500, lowAt: new Date("2025-01-20") });
    expect(await db.select({ price: offers.priceMinor }).from(offers)).toEqual([{ price: 700 }]);
  });

  test("update a current price that is older", async () => {
    const [id = 0] = await addCatalogue(
      db,
      [{ title: "Half-Life", steamAppid: 10, offers: { steam: { priceMinor: 999 } } }],
      new Date("2025-01-02"),
    );
    await load(past);
    expect(await lists(id)).toMatchObject({ bestMinor: 2000, steamMinor: 2000 });
  });

  test("move the time of a low back", async () => {
    const [id = 0] = await addCatalogue(
      db,
      [{ title: "Half-Life", steamAppid: 10, offers: { steam: { priceMinor: 500, regularMinor: 2000 } } }],
      new Date("2025-01-08"),
    );
    expect((await lists(id))?.lowAt).toEqual(new Date("2025-01-08"));
    await load([row(1, 20), row(3, 5)]);
    expect(await historyOf(id)).toEqual([
      ["2025-01-01", 2000, 2000],
      ["2025-01-03", 500, 2000],
    ]);
    expect(await lists(id)).toMatchObject({ lowMinor: 500, lowAt: new Date("2025-01-03") });
  });

  test("never count a giveaway as a low", async () => {
    const [id = 0] = await addCatalogue(db, [{ title: "Half-Life", steamAppid: 10 }]);
    await load([row(1, 20), row(3, 0), row(4, 20)]);
    expect(await lists(id)).toMatchObject({ lowMinor: 2000, lowAt: new Date("2025-01-04") });
  });

  test("match their game by GOG's id, by appid, or by a unique title", async () => {
    const [byId = 0, byAppid = 0, byTitle = 0] = await addCatalogue(db, [
      { title: "By id" },
      { title: "By appid", steamAppid: 20 },
      { title: "By Title™" },
      { title: "Twice" },
      { title: "Twice", releaseDate: "2001-01-01" },
    ]);
    await recordOffers(db, [{ gameId: byId, store: "gog", priceMinor: 1, productId: "1207658930" }], { now });
    const at = { store: "gog", steam_appid: null };
    const result = await load([
      row(1, 11, { ...at, gog_id: 1207658930, title: "By appid" }),
      row(1, 12, { ...at, gog_id: "77", steam_appid: 20 }),
      row(1, 13, { ...at, title: "by title" }),
      row(1, 14, { ...at, title: "Twice" }),
      row(1, 15, { ...at, title: "Unknown" }),
      row(1, 16, { steam_appid: 999_999, title: "By title" }),
    ]);
    expect(result).toMatchObject({ games: 3, added: 3, unmatched: 3 });
    const [first] = await historyOf(byId, "gog");
    expect(first).toEqual(["2025-01-01", 1100, 2000]);
    expect(await historyOf(byAppid, "gog")).toEqual([["2025-01-01", 1200, 2000]]);
    expect(await historyOf(byTitle, "gog")).toEqual([["2025-01-01", 1300, 2000]]);
  });

  test("that are invalid are refused and reported by line; other currencies are counted", async () => {
    await addCatalogue(db, [{ title: "Half-Life", steamAppid: 10 }]);
    const result = await load([
      row(1, 20),
      row(2, -1),
      row(3, 10_001),
      row(4, 9.999),
      row(5, 1, { recorded_at: "soon" }),
      row(5, 1, { recorded_at: "2027-01-01" }),
      row(6, 1, { currency: "EUR" }),
      row(7, 1, { currency: undefined }),
      row(8, 1, { steam_appid: null }),
      row(9, 1, { store: "nowhere" }),
      [],
    ]);
    expect(result).toMatchObject({ read: 11, refused: 10, foreign: 2, added: 1 });
    expect(result.problems).toEqual([
      "2 price: -1 is not a price: it must be from 0 to 10000 with at most 2 decimals",
      "3 price: 10001 is not a price: it must be from 0 to 10000 with at most 2 decimals",
      "4 price: 9.999 is not a price: it must be from 0 to 10000 with at most 2 decimals",
      '5 recorded_at: "soon" is not a time such as 2024-10, 2024-10-31 or 2024-10-31T18:00:00+00:00',
      "6 recorded_at: is in the future",
      "9 : names no game: it needs steam_appid, title or, at GOG, gog_id",
      '10 store: "nowhere" is not the key of a store',
      "11 : is not a JSON object",
    ]);
  });

  test("can be imported from CSV and compressed files", async () => {
    const [id = 0] = await addCatalogue(db, [{ title: "Half-Life", steamAppid: 10 }]);
    const csv = "steam_appid,store,recorded_at,price,base_price,currency\n10,steam,2025-01-01,9.99,,USD\n";
    await writeFile(folder.path("history.csv.gz"), gzipSync(csv));
    await importHistory(db, folder.path("history.csv.gz"), { now });
    expect(await historyOf(id)).toEqual([["2025-01-01", 999, null]]);
  });

  test("of unknown games only are refused as a whole", async () => {
    await expect(load([row(1, 20)])).rejects.toMatchObject({ code: "invalid" });
  });

  test("leave sample games alone", async () => {
    await addCatalogue(db, [{ title: "Half-Life", steamAppid: 10 }]);
    await db.execute(sql`update games set sample = true`);
    await expect(load([row(1, 20)])).rejects.toMatchObject({ code: "invalid" });
  });
});

interface RealRow {
  steam_appid: number | null;
  title?: string;
  store: StoreKey;
  recorded_at: string;
  price: number;
  base_price: number | null;
}

async function readReal(path: string): Promise<RealRow[]> {
  const stored = createReadStream(path);
  const lines = createInterface({ input: path.endsWith(".gz") ? stored.pipe(createGunzip()) : stored });
  const rows: RealRow[] = [];
  for await (const text of lines) rows.push(JSON.parse(text));
  return rows;
}

/** The changes in a file by appid, computed independently: cents and seconds. */
function changesOf(rows: readonly RealRow[]): Map<number, [at: number, price: number, regular: number | null][]> {
  const points = rows.map((one) => {
    const price = Math.round(one.price * 100);
    const base = one.base_price === null ? null : Math.round(one.base_price * 100);
    const time = /^\d{4}-\d\d$/.test(one.recorded_at) ? `${one.recorded_at}-01` : one.recorded_at;
    return { appid: one.steam_appid!, at: Date.parse(time), price, base: base !== null && base >= price ? base : null };
  });
  const lines = new Map<number, [number, number, number | null][]>();
  for (const { appid, at, price, base } of points.sort((a, b) => a.at - b.at)) {
    const line = lines.get(appid) ?? [];
    const last = line.at(-1);
    if (last?.[1] !== price || last[2] !== base) line.push([at, price, base]);
    lines.set(appid, line);
  }
  return lines;
}

const gog = sharedData("history/gog-es-usd-2021-2026.jsonl.gz");
const steam = sharedData("history/steam-usd-snapshots.jsonl.gz");

test.skipIf(!gog || !steam).each([
  ["history/gog-es-usd-2021-2026.jsonl.gz", gog, 62_498],
  ["history/steam-usd-snapshots.jsonl.gz", steam, 97_926],
])(
  "%s is imported completely, and a second import adds nothing",
  async (name, whole, count) => {
    const all = await readReal(whole!);
    expect(all).toHaveLength(count);
    // only a sample of the games outside long stress tests
    const every = repeats(25, 1);
    const rows = all.filter(({ steam_appid: appid }) => Math.floor(appid! / 10) % every === 0);
    const path = every === 1 ? whole! : folder.path("part.jsonl");
    if (every > 1) await writeFile(path, rows.map((one) => JSON.stringify(one)).join("\n"));
    const expected = changesOf(rows);
    const appids = [...expected.keys()];
    await db.execute(sql`
      insert into games (title, title_folded, title_key, steam_appid)
      select 'Game ' || appid, 'game ' || appid, 'game ' || appid, appid
      from unnest(${`{${appids.join(",")}}`}::integer[]) as appid
    `);
    const from = performance.now();
    const first = await importHistory(db, path, { now });
    console.info(`${name}: ${rows.length} rows in ${Math.round(performance.now() - from)} ms`);
    const changes = [...expected.values()].reduce((sum, line) => sum + line.length, 0);
    expect(first).toMatchObject({ read: rows.length, refused: 0, unmatched: 0, games: appids.length, added: changes });

    const { rows: recorded } = await db.execute<{ appid: number; line: [number, number, number | null][] }>(sql`
      select steam_appid as appid,
        json_agg(json_build_array(extract(epoch from recorded_at) * 1000, price_minor, regular_minor)
          order by recorded_at) as line
      from price_history join games on games.id = game_id
      group by steam_appid
    `);
    expect(new Map(recorded.map(({ appid, line }) => [appid, line]))).toEqual(expected);
    expect(await importHistory(db, path, { now })).toMatchObject({ added: 0 });
  },
  120_000,
);
