import type { Insights } from "contract/insights/api.ts";
import { maxSearchesPerDay } from "contract/insights/rules.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { asc } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { addItem } from "../lists/commands-items.ts";
import { notificationRules } from "../notifications/table.ts";
import { recordEmptySearches } from "./commands-searches.ts";
import { insightJobs } from "./jobs.ts";
import { emptySearches, gameClicks, storeClicks } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const reader = await signInAdmin(db, "Reader", ["insights.read"]);
const stranger = await signInAdmin(db, "Stranger", ["catalogue.read", "users.read"]);
const people = await Promise.all(["ann", "bob", "carl"].map((name) => signInUser(db, name)));

const dayMs = 24 * 3_600_000;
const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const browser = { "user-agent": "Mozilla/5.0 Firefox/140.0" };

async function read(query = ""): Promise<Insights> {
  const response = await app.inject({ url: `/api/admin/catalogue/insights?${query}`, headers: reader.headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

beforeEach(async () => {
  await emptyTables(pool, ["games", "store_clicks", "empty_searches"]);
});

test("it needs its permission, and a period within the retention", async () => {
  const { headers } = stranger;
  expect((await app.inject({ url: "/api/admin/catalogue/insights", headers })).statusCode).toBe(403);
  const long = await app.inject({ url: "/api/admin/catalogue/insights?days=91", headers: reader.headers });
  expect([long.statusCode, long.json().details[0].path]).toEqual([400, "days"]);
});

test("clicks are counted by day, store and game; crawlers are not", async () => {
  const link = "https://gog.example/1";
  const [a, b] = await addCatalogue(db, [
    { title: "A", offers: { gog: { priceMinor: 100, link } } },
    { title: "B", offers: { gog: { priceMinor: 100, link }, cdkeys: { priceMinor: 90, link } } },
  ]);
  const click = (game: number, store: string, remoteAddress: string, headers: object = browser) =>
    app.inject({ url: `/go/${game}/${store}`, remoteAddress, headers: { ...headers } });
  for (const [game, store, address] of [
    [b, "gog", "192.0.2.1"],
    [b, "gog", "192.0.2.2"],
    [b, "cdkeys", "192.0.2.1"],
    [a, "gog", "192.0.2.1"],
  ] as const) {
    expect((await click(game!, store, address)).statusCode).toBe(302);
  }
  await click(a!, "gog", "192.0.2.3", { "user-agent": "Googlebot" });
  await db.insert(storeClicks).values({ day: dayAgo(29), store: "gog", country: "GB", clicks: 10 });
  await db.insert(storeClicks).values({ day: dayAgo(30), store: "gog", country: "US", clicks: 1_000 });
  await eventually(async () => expect((await read()).clicks.by_game[0]).toMatchObject({ clicks: 3 }));
  const { clicks } = await read();
  expect(clicks).toMatchObject({
    total: 14,
    by_store: [
      { store: "gog", clicks: 13 },
      { store: "cdkeys", clicks: 1 },
    ],
    by_game: [
      { game: { id: b, title: "B" }, clicks: 3 },
      { game: { id: a, title: "A" }, clicks: 1 },
    ],
  });
  expect(clicks.by_day).toHaveLength(30);
  expect([clicks.by_day[0], clicks.by_day.at(-1)]).toEqual([
    { day: dayAgo(29), count: 10 },
    { day: dayAgo(0), count: 4 },
  ]);
});

describe("searches that find nothing", () => {
  const search = async (query: string, headers: object = browser) =>
    expect((await app.inject({ url: `/api/games?${query}`, headers: { ...headers } })).statusCode).toBe(200);
  const counted = async () => {
    const rows = await db.select().from(emptySearches).orderBy(asc(emptySearches.search));
    return rows.map(({ search, searches }) => [search, searches]);
  };

  test("are counted, even when served from the cache; searches that find games are not", async () => {
    await addCatalogue(db, [{ title: "Portal" }]);
    const headers = { "user-agent": "bot" };
    await eventually(async () =>
      expect((await app.inject({ url: "/api/games?search=portal", headers })).json().totalGames).toBe(1),
    );
    await search("search=portal");
    for (const text of ["Zyx%20Quux", "zyx%20quux", "Zyx%20Quux"]) await search(`search=${text}`);
    await search("search=zyx%20quux", { "user-agent": "Googlebot/2.1" });
    await search("search=zyx%20quux&page=2");
    await search("search=zyx%20quux&facets=true");
    await search("search=portal&min_rating=9");
    await search("search=ann%40example.com");
    await search("search=qqq%2012345678");
    await eventually(async () => expect(await counted()).toEqual([["zyx quux", 3]]));
    expect((await read()).searches).toMatchObject({
      total: 3,
      texts: [{ search: "zyx quux", searches: 3, last_day: dayAgo(0) }],
    });
  });

  test("have a daily limit of distinct texts", async () => {
    const now = new Date();
    const texts = Array.from({ length: maxSearchesPerDay - 1 }, (_, place) => [`text ${place}`, 1] as const);
    await recordEmptySearches(db, new Map(texts), now);
    await recordEmptySearches(
      db,
      new Map([
        ["rare", 1],
        ["common", 5],
        ["text 0", 2],
      ]),
      now,
    );
    expect(await db.$count(emptySearches)).toBe(maxSearchesPerDay);
    const { texts: found } = (await read()).searches;
    expect(found.slice(0, 2)).toMatchObject([
      { search: "common", searches: 5 },
      { search: "text 0", searches: 3 },
    ]);
    await recordEmptySearches(db, new Map([["rare", 1]]), new Date(now.getTime() - dayMs));
    expect(await db.$count(emptySearches)).toBe(maxSearchesPerDay + 1);
  });
});

test("games are ranked by the number of people who want them, if at least three", async () => {
  const [few, many] = await addCatalogue(db, [{ title: "Few" }, { title: "Many" }]);
  for (const [place, { id: userId }] of people.entries()) {
    await addItem(db, { userId, listId: "wishlist" }, { gameId: many! });
    const alert = { userId, country: "US", kind: "drop", subject: "game", scope: "mine" } as const;
    await db.insert(notificationRules).values({ ...alert, gameId: many! });
    if (place > 0) await addItem(db, { userId, listId: "wishlist" }, { gameId: few! });
    if (place > 0) await db.insert(notificationRules).values({ ...alert, gameId: few! });
  }
  const { wishlisted, watched } = await read();
  expect(wishlisted).toEqual([{ game: { id: many, title: "Many" }, people: 3 }]);
  expect(watched).toEqual([{ game: { id: many, title: "Many" }, people: 3 }]);
});

test("stale offers are counted by store and market", async () => {
  const old = new Date(Date.now() - 4 * dayMs);
  await addCatalogue(db, [{ title: "Old", offers: { gog: { priceMinor: 1 }, cdkeys: { priceMinor: 1 } } }], old);
  await addCatalogue(db, [{ title: "New", offers: { gog: { priceMinor: 1 }, steam: { priceMinor: null } } }]);
  const { freshness } = await read();
  expect(freshness).toMatchObject({ stale_days: 3, offers: 3, stale: 2 });
  expect(freshness.places).toEqual([
    { store: "gog", country: "US", offers: 2, stale: 1, oldest_seen_at: old.toISOString() },
    { store: "cdkeys", country: "US", offers: 1, stale: 1, oldest_seen_at: old.toISOString() },
  ]);
});

test("counts older than 90 days are deleted", async () => {
  const [gameId] = await addCatalogue(db, [{ title: "A" }]);
  for (const days of [89, 90]) {
    await db.insert(emptySearches).values({ day: dayAgo(days), search: "x", searches: 1 });
    await db.insert(gameClicks).values({ day: dayAgo(days), gameId: gameId!, clicks: 1 });
  }
  await insightJobs(db)[0]!.run({}, "");
  const days = async (table: typeof emptySearches | typeof gameClicks) =>
    (await db.select({ day: table.day }).from(table)).map(({ day }) => day);
  expect([await days(emptySearches), await days(gameClicks)]).toEqual([[dayAgo(89)], [dayAgo(89)]]);
});
