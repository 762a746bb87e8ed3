import { expect, test } from "vitest";
import { and, eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue, observe } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";
import { recordOffers } from "./offers/commands.ts";
import { offers, priceHistory } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const dayMs = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);

const titles = ["Followed", "Never sold", "Sold since yesterday", "Sold in the past"];
const added = await addCatalogue(
  db,
  titles.map((title) => ({ title })),
);
const [game, quiet, fresh, past] = added as [number, number, number, number];
await recordOffers(db, observe(fresh, { steam: { priceMinor: 499 } }), { now: ago(1) });
await recordOffers(db, observe(game, { steam: { priceMinor: 5_999, regularMinor: 5_999 } }), { now: ago(400) });
await recordOffers(db, observe(game, { steam: { priceMinor: 2_999 } }), { now: ago(60) });
await recordOffers(db, observe(game, { gog: { priceMinor: 1_999 } }), { now: ago(10) });
await recordOffers(db, observe(game, { steam: { regularMinor: 4_999 } }), { now: ago(8) });
await recordOffers(db, observe(game, { gog: { priceMinor: null } }), { now: ago(5) });

/** A record as the import of past prices writes it, without an offer. */
const record = (store: string, days: number, priceMinor: number | null, currency = "USD") => ({
  ...{ gameId: past, country: "US", store, currency, recordedAt: ago(days), priceMinor },
});
await db
  .insert(priceHistory)
  .values([
    ...[record("gog", 20, 3_300), record("gog", 12, 2_200)],
    ...[record("steam", 20, 1_900), record("steam", 9, 1_800, "EUR")],
    ...[record("other", 25, 1_500), record("other", 15, 1_400)],
  ]);
await recordOffers(db, observe(past, { other: { priceMinor: 1_400 } }), { now: ago(6) });
await db
  .update(offers)
  .set({ priceMinor: null })
  .where(and(eq(offers.gameId, past), eq(offers.store, "other")));

const app = await startTestApp(database);
const user = await signInUser(db, "ann");

async function get(url: string, headers = user.headers as Record<string, string>) {
  const response = await app.inject({ url, headers });
  return { status: response.statusCode, body: response.json() };
}

const records = (body: { history: { origin: string; price: number | null }[] }) =>
  body.history.map(({ origin, price }) => [origin, price]);

test("a store begins with the price in force when the window opens; every change follows", async () => {
  const { status, body } = await get(`/api/games/${game}/price-history`);
  expect(status).toBe(200);
  expect(records(body)).toEqual([
    ["steam", 29.99],
    ["gog", 19.99],
    ["gog", null],
  ]);
  expect(body).toMatchObject({ origins: ["steam", "gog"], count: 3 });
  const times = body.history.map((record: { recorded_at: string }) => record.recorded_at);
  expect(times).toEqual(times.toSorted());
  expect(Math.abs(Date.parse(times[1]) - ago(10).getTime())).toBeLessThan(10_000);
  expect(Math.abs(Date.parse(times[0]) - ago(30).getTime())).toBeLessThan(10_000);
});

test("a longer window shows earlier changes, a shorter one opens with their result", async () => {
  expect(records((await get(`/api/games/${game}/price-history?days=90`)).body).slice(0, 2)).toEqual([
    ["steam", 59.99],
    ["steam", 29.99],
  ]);
  expect(records((await get(`/api/games/${game}/price-history?days=1`)).body)).toEqual([
    ["steam", 29.99],
    ["gog", null],
  ]);
});

test("a price first seen within the window is the only record", async () => {
  const { body } = await get(`/api/games/${fresh}/price-history?days=365`);
  expect(records(body)).toEqual([["steam", 4.99]]);
  expect(body).toMatchObject({ origins: ["steam"], count: 1 });
});

test.each([
  ["with its last record, if the store has no offer", "gog", [33, 22, null], 12],
  ["where the store changed to another currency", "steam", [19, null], 9],
  ["where the game was last seen, if it is not sold now", "other", [15, 14, null], 6],
])("prices end %s", async (_, store, prices, days) => {
  const { history } = (await get(`/api/games/${past}/price-history?origin=${store}`)).body;
  expect(history.map(({ price }: { price: number | null }) => price)).toEqual(prices);
  expect(Math.abs(Date.parse(history.at(-1).recorded_at) - ago(days).getTime())).toBeLessThan(10_000);
});

test("one store's history still lists the other stores", async () => {
  const { body } = await get(`/api/games/${game}/price-history?origin=steam`);
  expect(records(body)).toEqual([["steam", 29.99]]);
  expect(body).toMatchObject({ origins: ["steam", "gog"], count: 1 });
});

test("a game that was never sold has an empty history", async () => {
  expect(await get(`/api/games/${quiet}/price-history`)).toEqual({
    status: 200,
    body: { history: [], origins: [], count: 0, currency: "USD", attainable_low: null },
  });
});

test.each([
  ["days=0", "days"],
  ["days=3651", "days"],
  ["days=x", "days"],
  ["origin=epic", "origin"],
])("%s is refused, and the error names %s", async (query, path) => {
  const result = await get(`/api/games/${game}/price-history?${query}`);
  expect(result).toMatchObject({ status: 400, body: { details: [{ path }] } });
});

test.each(["999999", "abc"])("the history of game %s is not found", async (id) => {
  expect(await get(`/api/games/${id}/price-history`)).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test("a history requires signing in, even of a game that does not exist", async () => {
  for (const id of [game, 999_999]) {
    expect(await get(`/api/games/${id}/price-history`, {})).toMatchObject({ status: 401 });
  }
  const signedOut = { authorization: "Bearer nothing" };
  expect(await get(`/api/games/${game}/price-history`, signedOut)).toMatchObject({ status: 401 });
});
