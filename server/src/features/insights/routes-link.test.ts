import { pino } from "pino";
import { expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { redirectsPerMinute } from "../../platform/http/limits/rate-limit.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { games } from "../games/table.ts";
import { openClickCounter } from "./commands-clicks.ts";

const database = await createTestDatabase();
const { db } = database;
const link = "https://gog.example/1";
const ids = await addCatalogue(
  db,
  Array.from({ length: 100 }, (_, n) => ({ title: `Game ${n}`, offers: { gog: { priceMinor: 100, link } } })),
);
const app = await startTestApp(database, { env: { RATE_LIMIT_SCALE: "0.1" }, alone: true });
/** A tenth of what a site allows. */
const [all, counted] = [redirectsPerMinute.all / 10, redirectsPerMinute.counted / 10];
const log = pino({ level: "silent" });
const dayMs = 24 * 60 * 60_000;

const go = (game: number | string, address: string, store = "gog") =>
  app.inject({ url: `/go/${game}/${store}`, remoteAddress: address, headers: { "user-agent": "Firefox/140.0" } });

async function countedClicks() {
  const { rows } = await db.execute<{ stores: number; games: number }>(sql`
    select (select coalesce(sum(clicks), 0) from store_clicks)::int as stores,
      (select coalesce(sum(clicks), 0) from game_clicks)::int as games`);
  return rows[0];
}

test("redirects of an address work up to a number, of which the first count; then they are refused", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < all + 5; n++) statuses.push((await go(ids[n % ids.length]!, "192.0.2.1")).statusCode);
  expect(statuses).toEqual([...Array(all).fill(302), ...Array(5).fill(429)]);
  const refused = await go(ids[0]!, "192.0.2.1");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  await expect.poll(countedClicks).toEqual({ stores: counted, games: counted });
  expect((await go(ids[0]!, "192.0.2.2")).statusCode).toBe(302);
  await expect.poll(countedClicks).toEqual({ stores: counted + 1, games: counted + 1 });
});

test.each([
  ["unknown games", (n: number) => go(900_000 + n, "192.0.2.10")],
  ["stores that do not sell the game", () => go(ids[0]!, "192.0.2.11", "epic")],
  ["ids that are none", () => go("x", "192.0.2.12")],
  ["addresses of one IPv6 network", (n: number) => go(ids[0]!, `2001:db8:0:1::${n.toString(16)}`)],
])("links of %s are limited too", async (_, request) => {
  let refused = 0;
  for (let n = 0; n < all + 5; n++) if ((await request(n)).statusCode === 429) refused += 1;
  expect(refused).toBeGreaterThanOrEqual(5);
});

test("an address counts once per game and store in half an hour; what is pending is written at the end", async () => {
  // it would add the clicks of the tests before
  await app.close();
  await db.execute(sql`truncate store_clicks, game_clicks`);
  let time = Date.UTC(2026, 0, 31, 23, 45);
  const clicks = openClickCounter(db, log, { now: () => time, flushMs: dayMs });
  const [a, b] = ids as [number, number];
  const click = (address: string, gameId: number, store: string) =>
    clicks.count(address, { gameId, store, country: "US" });
  for (let n = 0; n < 10; n++) click("192.0.2.1", a, "gog");
  click("192.0.2.1", a, "steam");
  click("192.0.2.1", b, "gog");
  click("192.0.2.2", a, "gog");
  time += 29 * 60_000;
  click("192.0.2.1", a, "gog");
  time += 2 * 60_000;
  click("192.0.2.1", a, "gog");
  click("192.0.2.3", 999_999, "gog");
  click("192.0.2.3", b, "a-store-that-was-deleted");
  expect(await countedClicks()).toEqual({ stores: 0, games: 0 });
  await clicks.close();
  const { rows: byStore } = await db.execute(
    sql`select day::text, store, clicks from store_clicks order by day, store`,
  );
  expect(byStore).toEqual([
    { day: "2026-01-31", store: "gog", clicks: 3 },
    { day: "2026-01-31", store: "steam", clicks: 1 },
    // the click on a game that is gone
    { day: "2026-02-01", store: "gog", clicks: 2 },
  ]);
  const { rows: byGame } = await db.execute(
    sql`select day::text, game_id, clicks from game_clicks order by day, game_id`,
  );
  expect(byGame).toEqual([
    { day: "2026-01-31", game_id: a, clicks: 3 },
    { day: "2026-01-31", game_id: b, clicks: 1 },
    { day: "2026-02-01", game_id: a, clicks: 1 },
    { day: "2026-02-01", game_id: b, clicks: 1 },
  ]);
});

test("a click on a game that is deleted before clicks are written spoils no other's count", async () => {
  await db.execute(sql`truncate store_clicks, game_clicks`);
  const [doomed] = await addCatalogue(db, [{ title: "Doomed" }]);
  const clicks = openClickCounter(db, log, { flushMs: dayMs });
  clicks.count("192.0.2.1", { gameId: doomed!, store: "gog", country: "US" });
  clicks.count("192.0.2.1", { gameId: ids[0]!, store: "gog", country: "US" });
  await db.delete(games).where(sql`id = ${doomed}`);
  await clicks.close();
  expect(await countedClicks()).toEqual({ stores: 2, games: 1 });
});

test("several processes write clicks on the same links at once", async () => {
  await db.execute(sql`truncate store_clicks, game_clicks`);
  const counters = Array.from({ length: 6 }, () => openClickCounter(db, log, { flushMs: dayMs }));
  for (const [n, clicks] of counters.entries()) {
    const order = n % 2 ? ids : ids.toReversed();
    for (const gameId of order) clicks.count(`192.0.2.${n}`, { gameId, store: "gog", country: "US" });
  }
  await Promise.all(counters.map((clicks) => clicks.close()));
  expect(await countedClicks()).toEqual({ stores: 6 * ids.length, games: 6 * ids.length });
});
