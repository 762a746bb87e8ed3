import { dealSections } from "contract/games/deals.ts";
import { expect, test } from "vitest";
import { missesPerMinute } from "../../platform/http/limits/rate-limit.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";

const database = await createTestDatabase();
await addCatalogue(database.db, [{ title: "Portal", offers: { steam: { priceMinor: 999, regularMinor: 1_999 } } }]);
const app = await startTestApp(database, { env: { RATE_LIMIT_SCALE: "0.2", CACHE_SECONDS: "60" }, alone: true });

/** A fifth of what a site allows, because a response takes milliseconds. */
const max = missesPerMinute.feeds / 5;

const status = async (url: string, address: string) => (await app.inject({ url, remoteAddress: address })).statusCode;

async function statuses(count: number, url: (n: number) => string, address: string): Promise<Record<number, number>> {
  const found: Record<number, number> = {};
  for (let n = 0; n < count; n++) {
    const one = await status(url(n), address);
    found[one] = (found[one] ?? 0) + 1;
  }
  return found;
}

test.each([
  ["192.0.2.1", "searches", (n: number) => `/feeds/games.json?search=word${n}`, 200],
  ["192.0.2.2", "filters", (n: number) => `/feeds/games.rss?max_price=${n + 1}`, 200],
  ["192.0.2.3", "deals", (n: number) => `/feeds/deals/best.atom?min_cut=${n % 100}&max_price=${n + 1}`, 200],
  ["192.0.2.4", "bad values", (n: number) => `/feeds/games.atom?min_price=x${n}`, 400],
  ["192.0.2.5", "lists", () => `/feeds/lists/${"x".repeat(43)}.rss`, 404],
])("%s: feeds of different %s are limited per address, as pages are", async (address, _, url, normally) => {
  expect(await statuses(max + 5, url, address)).toEqual({ [normally]: max, 429: 5 });
  expect(await status(`/feeds/free.rss?country=${address}`, address)).toBe(429);
  expect(await status("/feeds/free.rss", "192.0.2.200")).toBe(200);
});

test("a cached feed is free, also for an address that is beyond its limit", async () => {
  const url = "/feeds/games.rss?search=portal";
  expect(await statuses(2 * max, () => url, "192.0.2.100")).toEqual({ 200: 2 * max });
  await statuses(max + 1, (n) => `/feeds/games.rss?search=other${n}`, "192.0.2.100");
  expect(await status("/feeds/games.rss?search=new", "192.0.2.100")).toBe(429);
  expect(await status(url, "192.0.2.100")).toBe(200);
});

const feeds = ["games", ...dealSections.map((section) => `deals/${section}`), "free"].flatMap((name) =>
  ["rss", "atom", "json"].map((format) => `/feeds/${name}.${format}`),
);

test.each([...feeds, "/feeds/free.ics"])("%s has the prices of all stores, whatever stores are named", async (url) => {
  const address = "192.0.2.101";
  const whole = await app.inject({ url, remoteAddress: address });
  for (const query of ["prices_of=steam", "prices_of=official", "prices_of=no-such-store", "prices_of=a&prices_of=b"]) {
    const { statusCode, body } = await app.inject({ url: `${url}?${query}`, remoteAddress: address });
    expect([query, statusCode, body]).toEqual([query, 200, whole.body]);
  }
});
