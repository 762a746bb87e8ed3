import { expect, test } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { priceHistory } from "../table.ts";
import { updateForecasts } from "./commands-forecast.ts";
import { prepareListCalendars, type ScoredRow, toScores } from "./queries-forecast.ts";
import { saleCalendars, saleForecasts } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const dayMs = 24 * 60 * 60 * 1000;
const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * dayMs);

const offers = { steam: { priceMinor: 2_000, regularMinor: 2_000 } };
const titles = ["Monthly", "Never on sale", "Stopped", "At key shops"];
const added = await addCatalogue(
  db,
  titles.map((title) => (title === "At key shops" ? { title } : { title, offers })),
  ago(700),
);
const [monthly, quiet, stopped, keyshop] = added as [number, number, number, number];
await addSales(
  monthly,
  "steam",
  [...Array(12).keys()].map((n) => 390 - n * 30).filter((day) => day >= 30),
);
await addSales(stopped, "steam", [390, 360, 330, 300, 270, 240, 210, 180, 150, 120]);
await addSales(keyshop, "cdkeys", [390, 360, 330, 300]);

/** Sales of a week at 500, of a regular price of 2,000. */
async function addSales(gameId: number, store: string, starts: readonly number[]) {
  const record = (day: number, priceMinor: number) => ({
    ...{ gameId, store, country: "US", currency: "USD", recordedAt: ago(day) },
    ...{ priceMinor, regularMinor: 2_000 },
  });
  await db.insert(priceHistory).values(starts.flatMap((day) => [record(day, 500), record(day - 7, 2_000)]));
}

const update = (days: number) =>
  updateForecasts(db, { market: { country: "US", currency: "USD" }, stores: ["steam", "gog"], now: ago(days) });
const app = await startTestApp(database);
const get = async (url: string) => (await app.inject(url)).json();

test("forecasts are stored once a month, compared with the sales since, and published", async () => {
  expect(await get("/api/forecast")).toEqual({ within_days: 30, total: null, bins: [], months: [], stores: [] });
  expect(await update(100)).toBe(2);
  expect(await update(100)).toBe(0);
  expect(await get("/api/forecast")).toMatchObject({ total: null });

  await update(0);
  const [first, second] = await db.select().from(saleForecasts).orderBy(saleForecasts.madeAt, saleForecasts.gameId);
  expect(first).toMatchObject({ gameId: monthly, store: "steam", within30: 70, usualCut: 75, saleCut: 75 });
  expect(first!.saleAt).toEqual(ago(90));
  expect(second).toMatchObject({ gameId: stopped, saleAt: null });

  const scores = await get("/api/forecast");
  const month = ago(100).toISOString().slice(0, 7);
  expect(scores.months).toMatchObject([{ month, cases: 2, bins: [{ said: 0.7, came: 0.5, cases: 2 }] }]);
  // half of the squares of 0.3 and 0.7; the guess of the first month is 0.68
  expect(scores.total).toEqual({ cases: 2, brier: 0.29, constant_brier: 0.2824 });
  expect(scores.stores).toEqual([{ store: "steam", cases: 2, brier: 0.29, constant_brier: 0.2824 }]);
  expect(await get("/api/forecast?days=90")).toMatchObject({ within_days: 90, total: { cases: 2 } });
  expect((await app.inject("/api/forecast?days=31")).statusCode).toBe(400);
});

test("a game states its next sale at official stores", async () => {
  const nextSale = async (id: number) => (await get(`/api/games/${id}`)).next_sale;
  expect(await nextSale(monthly)).toEqual({
    store: "steam",
    within_30_days: 0.9,
    within_60_days: 0.95,
    within_90_days: 0.95,
    usual_cut: 75,
    based_on: 12,
  });
  expect(await nextSale(quiet)).toBeNull();
  expect(await nextSale(keyshop)).toBeNull();
});

test("a market that shares prices has the forecasts of their market", async () => {
  await db.delete(saleForecasts);
  const market = { country: "CA", currency: "USD", shares_prices_with: "US" };
  await updateForecasts(db, { market, stores: ["steam"], now: ago(100) });
  expect(await db.$count(saleForecasts)).toBe(2);
  expect(await db.selectDistinct({ country: saleForecasts.country }).from(saleForecasts)).toEqual([{ country: "US" }]);
});

test("calendars are read once an hour", async () => {
  let time = now.getTime();
  const listCalendars = prepareListCalendars(db, () => time);
  const first = await listCalendars();
  expect(first.has("steam")).toBe(true);
  await db.delete(saleCalendars);
  time += 3_599_999;
  expect(await listCalendars()).toBe(first);
  time += 1;
  expect((await listCalendars()).size).toBe(0);
});

test("the constant guess of a month is the share of the months before", () => {
  const row = (month: string, cases: number, came: number): ScoredRow => {
    return { month, store: "gog", bin: 9, cases, came, said: cases * 0.95, squares: came * 0.0025 };
  };
  const { months } = toScores([row("2026-01", 4, 4), row("2026-02", 4, 1), row("2026-03", 2, 2)], 30);
  expect(months.map(({ constant_brier: guess }) => guess)).toEqual([0.1406, 0.75, 0.1024]);
});
