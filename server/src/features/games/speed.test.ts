import { describe, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { takeEmptyStatistics } from "../../test/empty-statistics.ts";
import { createTestFolder } from "../../test/folder.ts";
import { repeats } from "../../test/processes/soak.ts";
import { sharedData } from "../../test/shared-data.ts";
import { leeway, timeOf } from "../../test/speed.ts";
import { signInUser } from "../../test/users.ts";
import { importCatalogue } from "../imports/import-catalogue.ts";
import { importHistory } from "../prices/history/import-history.ts";
import { exportCatalogue } from "./export.ts";
import { startGameIndex } from "./read-model/game-index.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const folder = await createTestFolder();
const now = new Date("2026-01-15T12:00:00Z");
const realFile = sharedData("catalogue/games-real.jsonl");

const realSize = 31_320;
const size = repeats(6_000, realSize);

/** A limit for a catalogue of the real size, in milliseconds; half a second does not depend on the size. */
const within = (seconds: number) => 1_000 * (0.5 + (seconds - 0.5) * (size / realSize)) * leeway;

const rowOf = (index: number, dollars: number) => ({
  title: `The Game of the Number ${index}`,
  steam_appid: index + 1,
  genre: "Adventure",
  developer: `Studio ${index % 400}`,
  description: "A long journey through a quiet land. ".repeat(8),
  tags: "Adventure, Singleplayer, Atmospheric",
  review_score: (index % 100) / 10,
  review_count: index,
  steam_price: dollars,
  ...(index % 2 === 0 && { gog_price: dollars + 1, gog_link: `https://gog.test/${index}` }),
  ...(index % 3 === 0 && {
    cdkeys_price: dollars + 2,
    cdkeys_stock: true,
    cdkeys_link: `https://cdkeys.test/${index}`,
  }),
});

function writeCatalogue(name: string, dollars: number, lastLine = ""): Promise<string> {
  const rows = Array.from({ length: size }, (_, index) => JSON.stringify(rowOf(index, dollars)));
  return folder.write(name, `${rows.join("\n")}\n${lastLine}`);
}

const file = await writeCatalogue("games.jsonl", 20);
const badFile = await writeCatalogue("bad.jsonl", 20, "no game\n");

// each test controls the statistics
for (const table of ["games", "offers", "game_prices", "notification_rules", "rule_states"]) {
  await db.execute(sql.raw(`alter table ${table} set (autovacuum_enabled = off)`));
}

/** Leaves tables without rows as large as with a catalogue. Without triggers, which would take seconds. */
async function addAndDeleteGames(): Promise<void> {
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    insert into games (title, title_folded, title_key)
    select 'Game ' || number, 'game ' || number, 'game ' || number from generate_series(1, ${size}) number;
    insert into game_prices (country, game_id, steam_minor) select 'US', id, 2000 from games;
    insert into offers (country, currency, game_id, store, price_minor, first_seen_at, last_seen_at)
    select 'US', 'USD', id, 'steam', 2000, now(), now() from games;
    delete from offers;
    delete from game_prices;
    delete from games;
    commit`);
}

async function countVisible(): Promise<number> {
  const response = await app.inject("/api/games?limit=1");
  return response.json().totalGames;
}

const untilVisible = (games: number) => expect.poll(countVisible, { interval: 20 }).toBe(games);

describe("an import into an empty catalogue is visible within 2 seconds", () => {
  // most leave the statistics of empty tables
  const scenarios: [name: string, prepare: () => Promise<unknown>][] = [
    ["without preparation (soak)", async () => {}],
    [
      "after an import that was rolled back (soak)",
      async () => {
        await pool.query("truncate games cascade");
        await expect(importCatalogue(db, badFile, { now, strict: true })).rejects.toThrow(
          `1 of ${size + 1} rows are invalid`,
        );
      },
    ],
    [
      "after an analysis of tables whose rows were deleted",
      async () => {
        await pool.query("truncate games cascade");
        await addAndDeleteGames();
        await pool.query("analyze games, offers, game_prices");
      },
    ],
    [
      "after a dry run (soak)",
      async () => {
        await pool.query("truncate games cascade");
        await importCatalogue(db, file, { now, dryRun: true });
      },
    ],
  ];

  test.each(scenarios)("%s", async (_, prepare) => {
    await prepare();
    await untilVisible(0);
    await importCatalogue(db, file, { now });
    expect(await timeOf(() => untilVisible(size))).toBeLessThan(within(2));
    const { rows } = await pool.query("select reltuples from pg_class where relname in ('games', 'game_prices')");
    expect(rows).toEqual([{ reltuples: size }, { reltuples: size }]);
  });
});

describe("with statistics of empty tables", () => {
  /** Nested loops over the catalogue would take minutes. */
  const fewSeconds = within(10);

  test("the catalogue is read within 2 seconds", async () => {
    await takeEmptyStatistics(database.url);
    const connection = { connectionString: database.url };
    const log = { info() {}, error: console.error };
    const time = await timeOf(async () => {
      const gameIndex = await startGameIndex({ db, connection, log });
      expect(gameIndex.publicGameIds()).toHaveLength(size);
      await gameIndex.close();
    });
    expect(time).toBeLessThan(within(2));
  });

  test("changed games are visible within 2 seconds", async () => {
    await takeEmptyStatistics(database.url);
    await pool.query(
      "update game_prices set steam_minor = 1, best_minor = 1 where game_id in (select id from games limit 500)",
    );
    const countCheap = async () => {
      const { games } = (await app.inject("/api/games?sortBy=lowest_price&order=ASC&limit=100&page=5")).json();
      return games.filter((game: { best_price: number }) => game.best_price === 0.01).length;
    };
    const time = await timeOf(() => expect.poll(countCheap, { interval: 20 }).toBe(100));
    expect(time).toBeLessThan(within(2));
  });

  test("new prices for all games, with many alerts, take seconds", async () => {
    const { id } = await signInUser(db, "watcher");
    await pool.query(
      `insert into notification_rules (user_id, kind, subject, game_id, country, scope)
      select $1, 'drop', 'game', id, 'US', 'mine' from games`,
      [id],
    );
    await takeEmptyStatistics(database.url);
    const dearer = await writeCatalogue("dearer.jsonl", 30);
    // all prices of a store become one amount
    const options = { now: new Date(now.getTime() + 60_000), acceptCollapse: true };
    const time = await timeOf(() => importCatalogue(db, dearer, options));
    expect(time).toBeLessThan(fewSeconds);
    const { rows: alerts } = await pool.query("select last_minor, count(*)::int from rule_states group by 1");
    expect(alerts).toEqual([{ last_minor: 3_000, count: size }]);
  });

  test("an export takes seconds", async () => {
    await takeEmptyStatistics(database.url);
    const time = await timeOf(async () => {
      expect(await exportCatalogue(db, folder.path("export.jsonl"))).toBe(size);
    });
    expect(time).toBeLessThan(fewSeconds);
  });

  test("an import of past prices takes seconds", async () => {
    await takeEmptyStatistics(database.url);
    const rows = Array.from({ length: 5_000 }, (_, index) =>
      JSON.stringify({
        steam_appid: index + 1,
        store: "steam",
        recorded_at: "2025-06-01",
        price: 9.99,
        currency: "USD",
      }),
    );
    const path = await folder.write("history.jsonl", rows.join("\n"));
    const time = await timeOf(async () => {
      expect(await importHistory(db, path, { now })).toMatchObject({ added: 5_000 });
    });
    expect(time).toBeLessThan(fewSeconds);
  });
});

// a dry run before an import of other games is among the scenarios above
test.runIf(realFile && process.env.SOAK)("real games are visible within 2 seconds of an import", async () => {
  await pool.query("truncate games cascade");
  await importCatalogue(db, realFile!, { now, dryRun: true });
  await untilVisible(0);
  await importCatalogue(db, realFile!, { now });
  const time = await timeOf(() => expect.poll(countVisible, { interval: 20 }).toBeGreaterThan(30_000));
  expect(time).toBeLessThan(2_000 * leeway);
});
