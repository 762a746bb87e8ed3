import type { BundleSummary } from "contract/bundles/schema.ts";
import { beforeEach, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { matchReviews } from "../prices/table.ts";
import { changeBundle } from "./commands.ts";
import { importBundles } from "./commands-import.ts";
import { readBundleFile } from "./sources/read-file.ts";
import { bundles } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database, { env: { ROLE: "web" } });
await db.execute(sql`update stores set enabled = true where key = 'fanatical'`);
await db.execute(sql`update markets set enabled = true where country = 'GB'`);

const get = async (path: string) => (await app.inject({ url: path })).json();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const own = { store: "fanatical", title: "Desert Bundle", address: "https://example.com/desert" };
const add = async (...list: object[]) => {
  const file = { bundles: list.map((bundle, n) => ({ id: `${n}`, ...own, ...bundle })) };
  const read = await readBundleFile(new TextEncoder().encode(JSON.stringify(file)), new Date());
  await importBundles(db, null, read, { now: new Date(), from: "test" });
  return (await db.select().from(bundles).orderBy(bundles.id)).map(({ id }) => id);
};
const titles = async (query = "") => {
  const { bundles: listed } = await get(`/api/bundles?${query}`);
  return listed.map(({ title }: BundleSummary) => title);
};

beforeEach(async () => {
  await emptyTables(pool, ["games", "bundles", "match_reviews"]);
});

test("bundles on sale are listed, ending soonest first; others are not", async () => {
  await db.execute(sql`update stores set enabled = false where key = 'humble'`);
  await add(
    { title: "No end" },
    { title: "Later", ends_at: inDays(9) },
    { title: "Soon", ends_at: inDays(1) },
    { title: "Past", ends_at: inDays(-1) },
    { title: "Future", begins_at: inDays(1), ends_at: inDays(9) },
    { title: "British", countries: ["GB"], ends_at: inDays(20) },
    { title: "Of a disabled store", store: "humble" },
  );
  expect(await titles()).toEqual(["Soon", "Later", "No end"]);
  expect(await titles("country=GB")).toEqual(["Soon", "Later", "British", "No end"]);
  expect(await titles("limit=1&page=2")).toEqual(["Later"]);
  expect(await titles("store=gog")).toEqual([]);
  expect((await get("/api/bundles?limit=1")).total).toBe(3);
  // not seen for two weeks, it may be over; by hand it stays
  await db.execute(sql`update bundles set seen_at = now() - interval '15 days' where title = 'No end'`);
  expect((await get("/api/bundles?limit=2")).total).toBe(2);
  const [first] = await db.select({ id: bundles.id }).from(bundles).where(eq(bundles.title, "No end"));
  await changeBundle(db, null, first!.id, { fields: { title: "By hand" } }, new Date());
  expect((await get("/api/bundles?limit=3")).total).toBe(3);
});

test("a list names the first games of each bundle", async () => {
  const coupon = { title: "Coupon", kind: "coupon" };
  await add({ items: [coupon, ...["Sable", "Dune", "Ashes", "Oasis", "Fifth"].map((title) => ({ title }))] });
  expect((await get("/api/bundles?limit=5")).bundles).toMatchObject([{ titles: ["Sable", "Dune", "Ashes", "Oasis"] }]);
});

test("a bundle has its tiers, its items with today's prices, and what it saves", async () => {
  const [sable = 0, dune = 0] = await addCatalogue(db, [
    { title: "Sable", steamAppid: 1, offers: { steam: { priceMinor: 2_000 } } },
    { title: "Dune", steamAppid: 2, offers: { gog: { priceMinor: 999 } } },
  ]);
  const [id] = await add({
    complete: true,
    ends_at: inDays(3),
    tiers: [{ price: { amount: 1, currency: "USD" } }, { price: { amount: 12, currency: "USD" } }],
    items: [
      { title: "Sable", steam_appid: 1, activates_on: ["steam"], activates_in: ["GLOBAL", "!GB"] },
      { title: "Dune", steam_appid: 2, tier: 2 },
      { title: "Sable Coupon", kind: "coupon", tier: 2 },
    ],
  });
  await expect.poll(async () => (await get(`/api/games/${dune}`)).bundles).toHaveLength(1);
  const { bundle } = await get(`/api/bundles/${id}`);
  expect(bundle).toMatchObject({
    ...own,
    from_price: 1,
    currency: "USD",
    games: 2,
    tiers: [{ price: 1 }, { price: 12 }],
    items: [
      { title: "Sable", game: { id: sable, best_price: 20, best_store: "steam" }, works_here: true },
      { title: "Dune", game: { id: dune, best_price: 9.99 }, works_here: true },
      { title: "Sable Coupon", game: null },
    ],
    saving: { tier: 2, price: 12, separately: 29.99, saving: 17.99, currency: "USD" },
  });
  await db.execute(sql`update offers set in_stock = false where game_id = ${dune}`);
  const { saving: none, items: shown } = (await get(`/api/bundles/${id}`)).bundle;
  expect([none, shown[1].game.best_price]).toEqual([null, 9.99]);
  await recordOffers(db, [{ gameId: dune, store: "fanatical", priceMinor: 1_099 }], { now: new Date() });
  expect((await get(`/api/bundles/${id}`)).bundle.saving).toMatchObject({ separately: 30.99 });
  const { saving, items } = (await get(`/api/bundles/${id}?country=GB`)).bundle;
  expect(saving).toBeNull();
  expect(items[0].works_here).toBe(false);
  expect((await app.inject({ url: "/api/bundles/999999" })).statusCode).toBe(404);
});

test("a game names the bundles that it is in, lists find it by them, and its prices do not know them", async () => {
  const [sable = 0, dune = 0] = await addCatalogue(db, [
    { title: "Sable", steamAppid: 1, offers: { steam: { priceMinor: 2_000 } } },
    { title: "Dune", steamAppid: 2, offers: { gog: { priceMinor: 999 } } },
  ]);
  const prices = async () => {
    const { best_price, best_store, historical_low, cut } = await get(`/api/games/${sable}?${Math.random()}`);
    return { best_price, best_store, historical_low, cut };
  };
  await expect.poll(prices).toMatchObject({ best_price: 20 });
  const before = await prices();
  const coupons = ["A", "B", "C"].map((title) => ({ title, kind: "coupon" }));
  const [, id] = await add(
    { title: "Coupons", ends_at: inDays(1), items: coupons },
    {
      ends_at: inDays(3),
      games: 8,
      tiers: [{ price: { amount: 1, currency: "USD" } }],
      items: [{ title: "Sable", steam_appid: 1 }],
    },
  );
  await expect
    .poll(async () => (await get(`/api/games/${sable}`)).bundles)
    .toEqual([
      { id, title: own.title, store: own.store, from_price: 1, currency: "USD", games: 8, ends_at: expect.any(String) },
    ]);
  expect(await prices()).toEqual(before);
  expect((await get(`/api/games/${dune}`)).bundles).toEqual([]);
  const found = async (query: string) => {
    const { games } = await get(`/api/games?${query}`);
    return games.map((game: { title: string }) => game.title);
  };
  expect(await found("in_bundle=true")).toEqual(["Sable"]);
  expect(await found("in_bundle=false&sortBy=title&order=ASC")).toEqual(["Dune", "Sable"]);
  expect(await titles(`contains=${sable}`)).toEqual([own.title]);
  expect(await titles(`contains=${dune}`)).toEqual([]);
  expect(await db.$count(matchReviews)).toBe(0);
});

test("lists name the bundle of the market that ends soonest, and follow an administrator at once", async () => {
  const [sable = 0] = await addCatalogue(db, [
    { title: "Sable", steamAppid: 1, offers: { steam: { priceMinor: 2_000 } } },
  ]);
  const tiers = [3, 5].map((amount) => ({
    price: { amount, currency: "USD" },
    prices: { GB: { amount, currency: "EUR" } },
  }));
  const items = [{ title: "Sable", steam_appid: 1 }];
  const [, , soon = 0, british] = await add(
    { title: "Past", ends_at: inDays(-1), items },
    { title: "Later", ends_at: inDays(9), items },
    { title: "Soon", ends_at: inDays(5), games: 8, tiers, items },
    { title: "British", ends_at: inDays(2), countries: ["GB"], games: 4, tiers, items },
    { title: "Future", begins_at: inDays(1), ends_at: inDays(2), items },
  );
  const bundleOf = async (query = "") => {
    const { games } = await get(`/api/games?fields=bundle&${query}&${Math.random()}`);
    return games[0]?.bundle;
  };
  const ends_at = expect.any(String);
  await expect.poll(() => bundleOf()).toEqual({ id: soon, games: 8, from_price: 3, ends_at });
  // a price in another currency than the market's is not stated
  expect(await bundleOf("country=GB")).toEqual({ id: british, games: 4, from_price: null, ends_at });
  const single = await get(`/api/games/${sable}?${Math.random()}`);
  expect(single.bundle).toMatchObject({ id: soon });
  const { headers } = await signInUser(db, "Ada");
  const { list } = (await app.inject({ method: "POST", url: "/api/lists", headers, payload: { name: "L" } })).json();
  for (const url of ["/api/wishlist", `/api/lists/${list.id}/items`]) {
    await app.inject({ method: "POST", url, headers, payload: { gameId: sable } });
    expect((await app.inject({ url, headers })).json().items, url).toMatchObject([{ bundle: { id: soon, games: 8 } }]);
  }
  await changeBundle(db, null, soon, { fields: { games: 9 } }, new Date());
  await expect.poll(() => bundleOf()).toMatchObject({ id: soon, games: 9 });
  // it goes with its end, though nobody changes it then
  await db.execute(sql`update bundles set ends_at = now() + interval '300 milliseconds' where id = ${soon}`);
  await expect.poll(() => bundleOf()).toMatchObject({ games: null, from_price: null });
  await db.execute(sql`update stores set enabled = false where key = 'fanatical'`);
  await expect.poll(() => bundleOf()).toBeNull();
  await db.execute(sql`update stores set enabled = true where key = 'fanatical'`);
});
