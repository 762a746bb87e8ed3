import { beforeAll, expect, test } from "vitest";
import { eq, inArray, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser, type TestUser } from "../../test/users.ts";
import { exchangeRates } from "../markets/rates/table.ts";
import { markets } from "../markets/table.ts";
import { type OfferObservation, recordOffers } from "../prices/offers/commands.ts";
import { stores } from "../stores/table.ts";
import { games } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
await db.update(markets).set({ enabled: true }).where(eq(markets.country, "GB"));
await db.update(markets).set({ enabled: true }).where(eq(markets.country, "JP"));
await db.update(stores).set({ enabled: true }).where(eq(stores.key, "fanatical"));
const [hades, celeste] = (await addCatalogue(db, [
  {
    title: "Hades",
    steamAppid: 1_145_360,
    rating: 9,
    offers: { steam: { priceMinor: 2_499 }, gog: { priceMinor: 1_999 } },
  },
  { title: "Celeste", rating: 8, offers: { steam: { priceMinor: 1_999 } } },
])) as [number, number];
const app = await startTestApp(database);

let ada: TestUser;
beforeAll(async () => {
  ada = await signInUser(db, "ada");
});

const gb = { country: "GB", currency: "GBP" };
const record = (...offers: OfferObservation[]) => recordOffers(db, offers, { now: new Date() });
async function get(url: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers });
  return { status: response.statusCode, body: response.json() };
}

test("prices of a market are in its currency, and those of the default market do not change", async () => {
  await record(
    { ...gb, gameId: hades, store: "steam", priceMinor: 2_099, regularMinor: 2_099 },
    {
      ...gb,
      gameId: hades,
      store: "fanatical",
      priceMinor: 1_049,
      regularMinor: 2_099,
      link: "https://f.example/hades",
    },
  );
  await expect.poll(async () => (await get(`/api/games/${hades}?country=GB`)).body.best_price).toBe(10.49);
  expect((await get(`/api/games/${hades}?country=gb`)).body).toMatchObject({
    currency: "GBP",
    steam_price: 20.99,
    gog_price: null,
    null_price: 10.49,
    null_link: "https://f.example/hades",
    best_store: "fanatical",
    cut: 50,
    regular_price: 20.99,
    best_official_price: 10.49,
    best_official_store: "fanatical",
    savings_percentage: 50,
    historical_low: 10.49,
    historical_official_low: 10.49,
    offers: [
      { store: "steam", currency: "GBP", price: 20.99 },
      { store: "fanatical", currency: "GBP", price: 10.49, regular_price: 20.99 },
    ],
  });
  expect((await get(`/api/games/${hades}`)).body).toMatchObject({
    currency: "USD",
    best_price: 19.99,
    best_store: "gog",
  });
});

test("a game names its best price in each country, converted where there is a rate", async () => {
  const pricesOf = async (query = "") => (await get(`/api/games/${hades}${query}`)).body.markets;
  const [gbp, usd] = [
    { country: "GB", currency: "GBP", best_price: 10.49, best_store: "fanatical" },
    { country: "US", currency: "USD", best_price: 19.99, best_store: "gog" },
  ];
  expect(await pricesOf()).toEqual([
    { ...gbp, converted_price: null },
    { ...usd, converted_price: 19.99 },
  ]);
  expect(await pricesOf("?country=GB")).toEqual([
    { ...gbp, converted_price: 10.49 },
    { ...usd, converted_price: null },
  ]);
  // the choice of stores is about this country only
  expect(await pricesOf("?prices_of=steam")).toMatchObject([gbp, usd]);
});

test("a game lists its DLC, and which of them the caller owns", async () => {
  const dlc = await addCatalogue(db, [
    { title: "Hades: Songs", type: "dlc", playerCount: 1, offers: { steam: { priceMinor: 499 } } },
    { title: "Hades: Levels", type: "dlc", playerCount: 9 },
    { title: "Hades: Hidden", type: "dlc" },
  ]);
  await db.update(games).set({ parentId: hades }).where(inArray(games.id, dlc));
  await db.update(games).set({ hidden: true }).where(eq(games.id, dlc[2]!));
  await app.inject({ method: "PUT", url: `/api/library/${dlc[0]}`, headers: ada.headers, payload: { state: "owned" } });
  const listed = async (headers = {}) => {
    const { body } = await get(`/api/games/${hades}/dlc`, headers);
    return [body.games.map(({ title }: { title: string }) => title), body.owned];
  };
  const titles = ["Hades: Levels", "Hades: Songs"];
  await expect.poll(() => listed()).toEqual([titles, []]);
  await expect.poll(() => listed(ada.headers)).toEqual([titles, [dlc[0]]]);
  expect((await get(`/api/games/${celeste}/dlc`)).body).toEqual({ games: [], owned: [] });
});

test("lists, filters and sorts follow the market", async () => {
  const titles = async (query: string) => {
    const { body } = await get(`/api/games?fields=title,best_price,currency&${query}`);
    return body.games.map(({ title, best_price }: { title: string; best_price: number | null }) => [title, best_price]);
  };
  expect(await titles("country=GB&sortBy=lowest_price&order=ASC")).toEqual([
    ["Hades", 10.49],
    ["Celeste", null],
  ]);
  expect(await titles("country=GB&store=fanatical,gog")).toEqual([["Hades", 10.49]]);
  expect(await titles("country=GB&store=gog")).toEqual([]);
  expect(await titles("store=fanatical")).toEqual([]);
  expect(await titles("country=GB&max_price=10.49")).toEqual([["Hades", 10.49]]);
  expect(await titles("country=GB&max_price=10.48")).toEqual([]);
  const { body: stats } = await get("/api/games/price-stats?country=GB");
  expect(stats).toEqual({ avg_savings_percentage: 50 });
  const { body: homepage } = await get("/api/games/homepage?country=GB");
  expect(homepage.games.map(({ title }: { title: string }) => title)).toEqual(["Hades"]);
});

test("a currency without minor units is exact", async () => {
  await record({ country: "JP", currency: "JPY", gameId: celeste, store: "steam", priceMinor: 2_050 });
  await expect.poll(async () => (await get(`/api/games/${celeste}?country=JP`)).body.best_price).toBe(2_050);
  expect((await get("/api/games?country=JP&max_price=2050")).body.totalGames).toBe(1);
  expect((await get("/api/games?country=JP&max_price=2050.5")).body).toMatchObject({
    code: "invalid",
    details: [{ path: "max_price" }],
  });
});

test("an offer in another currency is shown and converted, but never a best price, low or alert", async () => {
  await db.insert(exchangeRates).values([
    { currency: "GBP", rate: 0.8, day: "2026-11-20", fetchedAt: new Date() },
    { currency: "USD", rate: 1.2, day: "2026-11-20", fetchedAt: new Date() },
  ]);
  await record({ country: "GB", currency: "EUR", gameId: celeste, store: "gog", priceMinor: 100 });
  const offers = async () => (await get(`/api/games/${celeste}?country=GB`)).body;
  await expect.poll(async () => (await offers()).offers[0]?.converted_price).toBe(0.8);
  expect(await offers()).toMatchObject({
    best_price: null,
    historical_low: null,
    offers: [{ currency: "EUR", price: 1 }],
  });
});

test("a year of exchange rates does not change prices", async () => {
  const counts = async () =>
    (
      await db.execute(sql`select (select count(*)::int from price_history) as records,
        (select json_agg(game_prices order by game_id, country) from game_prices) as prices,
        (select count(*)::int from notification_events) as alerts`)
    ).rows[0];
  const before = await counts();
  for (let day = 0; day < 365; day += 1) {
    await db
      .update(exchangeRates)
      .set({ rate: 0.8 + Math.sin(day / 20) / 10 })
      .where(eq(exchangeRates.currency, "GBP"));
  }
  expect(await counts()).toEqual(before);
});

test("history and its stores are those of the market", async () => {
  const { body } = await get(`/api/games/${hades}/price-history?country=GB&days=7`, ada.headers);
  expect(body).toMatchObject({ currency: "GBP", origins: ["steam", "fanatical"], count: 2 });
  const { body: american } = await get(`/api/games/${hades}/price-history?days=7`, ada.headers);
  expect(american).toMatchObject({ currency: "USD", origins: ["steam", "gog"], count: 2 });
});

test("an alert watches the prices of its market", async () => {
  const response = await app.inject({
    method: "POST",
    url: "/api/alerts?country=GB",
    headers: ada.headers,
    payload: { gameId: hades, targetPrice: 9.99 },
  });
  expect(response.json().alert).toMatchObject({
    country: "GB",
    currency: "GBP",
    target_price: 9.99,
    current_price: 10.49,
  });
  const fired = async () => (await db.execute(sql`select new_minor, store from notification_events`)).rows;
  await record({ gameId: hades, store: "gog", priceMinor: 499 });
  expect(await fired()).toEqual([]);
  await record({ ...gb, gameId: hades, store: "fanatical", priceMinor: 899 });
  expect(await fired()).toEqual([{ new_minor: 899, store: "fanatical" }]);
});

test("the wishlist has the prices of the market", async () => {
  const payload = { gameId: hades };
  await app.inject({ method: "POST", url: "/api/wishlist", headers: ada.headers, payload });
  const list = async (query: string) => (await get(`/api/wishlist${query}`, ada.headers)).body;
  expect((await list("?country=GB")).items).toMatchObject([{ currency: "GBP", lowest_price: 8.99, null_price: 8.99 }]);
  expect((await list("")).items).toMatchObject([{ currency: "USD", lowest_price: 4.99 }]);
  expect(await list("/stats?country=GB")).toMatchObject({ currency: "GBP", total_value: 8.99, total_savings: 12 });
  expect(await list("/basket?country=GB")).toMatchObject({ currency: "GBP", official_only: { total: 8.99 } });
});

test.each([
  ["/api/games?country=ZZ", "country", "Unknown country: ZZ"],
  ["/api/games?country=FR", "country", "Unknown country: FR"],
  ["/api/games?country=england", "country", "Expected the code of a country, such as GB"],
  [`/api/games/${hades}?country=FR`, "country", "Unknown country: FR"],
  ["/api/games?store=gog,nowhere", "store", "Unknown store: nowhere"],
  ["/api/games?store=epic", "store", "Unknown store: epic"],
  ["/api/retailers?country=FR", "country", "Unknown country: FR"],
])("%s is refused, and the unknown value is named", async (url, path, msg) => {
  expect(await get(url)).toMatchObject({ status: 400, body: { code: "invalid", details: [{ path, msg }] } });
});

test("the markets are listed, the default one first, with the rates", async () => {
  const { body } = await get("/api/markets");
  expect(body.markets).toEqual([
    { country: "US", name: "United States", currency: "USD", minor_units: 2, locale: "en-US", default: true },
    { country: "GB", name: "United Kingdom", currency: "GBP", minor_units: 2, locale: "en-GB", default: false },
    { country: "JP", name: "Japan", currency: "JPY", minor_units: 0, locale: "ja-JP", default: false },
  ]);
  expect(body.exchange_rates).toMatchObject({ day: "2026-11-20", rates: { USD: 1.2 } });
});

test("a link leads to the stored address of the offer and nowhere else", async () => {
  const go = (url: string) => app.inject({ url, headers: { "user-agent": "Mozilla/5.0 (X11) Firefox/140.0" } });
  const there = await go(`/go/${hades}/fanatical?country=GB`);
  expect([there.statusCode, there.headers.location]).toEqual([302, "https://f.example/hades"]);
  expect(there.headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" });
  expect((await go(`/go/${hades}/steam`)).headers.location).toBe("https://store.steampowered.com/app/1145360/");
  for (const url of [`/go/${hades}/fanatical`, "/go/999999/steam", "/go/x/steam", `/go/${hades}/No%20Store`]) {
    expect([url, (await go(url)).statusCode]).toEqual([url, 404]);
  }
  expect((await go(`/go/${hades}/steam?country=FR`)).statusCode).toBe(400);
  const elsewhere = await go(`/go/${hades}/fanatical?country=GB&url=https://evil.example/&link=https://evil.example/`);
  expect(elsewhere.headers.location).toBe("https://f.example/hades");
});

test("visits to stores are counted by day, once per address, without those of crawlers", async () => {
  const counted = async () =>
    (await db.execute(sql`select store, country, clicks from store_clicks order by store, country`)).rows;
  await expect.poll(counted).toEqual([
    { store: "fanatical", country: "GB", clicks: 1 },
    { store: "steam", country: "US", clicks: 1 },
  ]);
  await app.inject({ url: `/go/${hades}/steam`, headers: { "user-agent": "Googlebot/2.1" } });
  await app.inject({ url: `/go/${hades}/steam` });
  expect(await counted()).toHaveLength(2);
  expect((await app.inject("/robots.txt")).body).toContain("Disallow: /go/");
});

test("a template creates links to a store, and a country can have its own", async () => {
  const linkTemplates = { "*": "https://track.example/?to={link}", GB: "https://uk.example/go?u={link}&tag=lw" };
  await db.update(stores).set({ linkTemplates }).where(eq(stores.key, "fanatical"));
  const there = await app.inject({ url: `/go/${hades}/fanatical?country=GB` });
  expect(there.headers.location).toBe("https://uk.example/go?u=https%3A%2F%2Ff.example%2Fhades&tag=lw");
});

test("the profile stores a country, which must be a market", async () => {
  const save = async (country: string | null) => {
    const response = await app.inject({
      method: "PUT",
      url: "/api/auth/profile",
      headers: ada.headers,
      payload: { country },
    });
    return [response.statusCode, response.json().user?.country ?? response.json().error];
  };
  expect(await save("GB")).toEqual([200, "GB"]);
  expect(await save("FR")).toEqual([400, expect.any(String)]);
  expect((await get("/api/auth/me", ada.headers)).body.user.country).toBe("GB");
  expect(await save(null)).toEqual([200, undefined]);
});

test("a disabled market is unavailable, and its prices are retained", async () => {
  await db.update(markets).set({ enabled: false }).where(eq(markets.country, "JP"));
  await expect.poll(async () => (await get("/api/games?country=JP")).status).toBe(400);
  await db.update(markets).set({ enabled: true }).where(eq(markets.country, "JP"));
  await expect.poll(async () => (await get(`/api/games/${celeste}?country=JP`)).body.best_price).toBe(2_050);
});
