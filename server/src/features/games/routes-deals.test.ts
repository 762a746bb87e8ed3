import { Deal, Insight } from "contract/games/schema.ts";
import { expect, test, vi } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { recordOffers } from "../prices/offers/commands.ts";

const database = await createTestDatabase();
const { db } = database;
const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

/** Games that Steam sold at 20 dollars for 100 days. */
const ids = await addCatalogue(
  db,
  ["Half", "Tenth", "Adult", "Steady"].map((title) => ({
    title,
    rating: 8,
    tags: title === "Adult" ? "Hentai" : "Action",
    offers: { steam: { priceMinor: 2_000, regularMinor: 2_000 } },
  })),
  daysAgo(100),
);
const [half, tenth, adult, steady] = ids as [number, number, number, number];
for (const [gameId, priceMinor] of [
  [half, 1_000],
  [tenth, 1_800],
  [adult, 100],
] as const) {
  await recordOffers(db, [{ gameId, store: "steam", priceMinor }], { now: daysAgo(0.5) });
}
const app = await startTestApp(database);

async function get(url: string) {
  const response = await app.inject(url);
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

test.each(["best", "lows", "cuts", "dropped"])(
  "section %s has games with all their fields and a score",
  async (section) => {
    const { status, body } = await get(`/api/deals?section=${section}`);
    expect(status).toBe(200);
    expect(body.total).toBe(2);
    expect(body.deals.map(({ id }: { id: number }) => id).sort()).toEqual([half, tenth]);
    for (const deal of body.deals) {
      // no fields beyond the contract
      expect(deal).toEqual(Deal.parse(deal));
      expect(deal.score).toBeGreaterThan(0);
    }
  },
);

test("the best come first, with pages and filters", async () => {
  const first = (await get("/api/deals?limit=1")).body;
  expect(first).toMatchObject({ total: 2, deals: [{ id: half, score: 63.5, cut: 50, best_price: 10 }] });
  expect((await get("/api/deals?limit=1&page=2")).body.deals).toMatchObject([{ id: tenth }]);
  expect((await get("/api/deals?max_price=5")).body).toEqual({ deals: [], total: 0, hidden_explicit: 1 });
  expect((await get("/api/deals?min_cut=20&store=steam")).body).toMatchObject({ total: 1, deals: [{ id: half }] });
});

test.each([
  ["section=worst", "section"],
  ["min_cut=200", "min_cut"],
  ["max_price=1.234", "max_price"],
  ["min_price=1.234", "min_price"],
  ["store=nowhere", "store"],
  ["country=XX", "country"],
])("GET /api/deals?%s is a 400 that names %s", async (query, name) => {
  const { status, body } = await get(`/api/deals?${query}`);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(name);
});

test("a section stays correct as time passes without a change of data", async () => {
  const later = Date.now() + 13 * 60 * 60 * 1000;
  expect((await get("/api/deals?section=dropped")).body.total).toBe(2);
  vi.useFakeTimers({ toFake: ["Date"], now: later });
  expect((await get("/api/deals?section=dropped")).body.total).toBe(0);
  vi.useRealTimers();
});

test("a game's response compares its price with its history", async () => {
  const { body } = await get(`/api/games/${half}`);
  expect(body.insight).toEqual(Insight.parse(body.insight));
  expect(body.insight).toMatchObject({
    kind: "official",
    cheaper_share: null,
    verdict: null,
    confidence: "low",
    lows: [{ store: "steam", price: 10 }],
  });
  expect((await get(`/api/games/${steady}`)).body.insight).toMatchObject({ verdict: null, days: 100 });
});
