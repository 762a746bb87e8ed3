import { expect, test } from "vitest";
import { asc, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { recordOffers } from "../offers/commands.ts";
import { gamePrices, priceHistory } from "../table.ts";
import { createHistoryMonths, dropHistoryBefore } from "./commands-months.ts";

const { db } = await createTestDatabase();
// the migration created the months around today
const now = new Date(Date.UTC(2031, 4, 31, 23));
const day = (month: number, date: number) => new Date(Date.UTC(2031, month - 1, date));

async function partitions(): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ name: string; records: number }>(sql`
    select tableoid::regclass::text as name, count(*)::int as records from price_history group by 1 order by 1
  `);
  return Object.fromEntries(rows.map(({ name, records }) => [name, records]));
}

const [moving = 0, quiet = 0, closed = 0] = await addCatalogue(db, [
  { title: "Moving" },
  { title: "Quiet" },
  { title: "Closed" },
]);
const record = (at: Date, gameId: number, priceMinor: number | null) =>
  recordOffers(db, [{ gameId, store: "steam", priceMinor }], { now: at });
await record(day(1, 20), quiet, 900);
await record(day(1, 20), closed, 700);
await record(day(2, 1), closed, null);
await record(day(2, 10), moving, 500);
await record(day(3, 1), moving, 600);
await record(day(3, 31), moving, 700);
await record(day(5, 31), moving, 800);

test("a new partition takes its records from the default one; creating it again changes nothing", async () => {
  expect(await partitions()).toEqual({ price_history_rest: 7 });
  expect(await createHistoryMonths(db, now, day(2, 28))).toBe(6);
  expect(await createHistoryMonths(db, now, day(2, 28))).toBe(0);
  expect(await partitions()).toEqual({
    price_history_2031_02: 2,
    price_history_2031_03: 2,
    price_history_2031_05: 1,
    price_history_rest: 2,
  });
  await record(new Date(Date.UTC(2031, 6, 31, 23, 59)), moving, 850);
  expect((await partitions()).price_history_2031_07).toBe(1);
});

test("a query of a time range scans only its months", async () => {
  const { rows } = await db.execute<{ "QUERY PLAN": string }>(sql`
    explain select * from price_history
    where game_id = ${moving} and recorded_at > ${day(3, 5)}::timestamptz and recorded_at <= ${day(4, 5)}::timestamptz
  `);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("price_history_2031_03");
  expect(plan).not.toContain("price_history_2031_05");
});

test("dropping months retains the prices in force, and the lows", async () => {
  // February, and the months created by the migration
  expect(await dropHistoryBefore(db, day(3, 15))).toEqual({ months: 4, records: 3 });
  const rows = await db.select().from(priceHistory).orderBy(asc(priceHistory.recordedAt), asc(priceHistory.gameId));
  expect(rows.map(({ gameId, recordedAt, priceMinor }) => [gameId, recordedAt.toISOString(), priceMinor])).toEqual([
    [moving, "2031-03-01T00:00:00.000Z", 600],
    [quiet, "2031-03-01T00:00:00.000Z", 900],
    [moving, "2031-03-31T00:00:00.000Z", 700],
    [moving, "2031-05-31T00:00:00.000Z", 800],
    [moving, "2031-07-31T23:59:00.000Z", 850],
  ]);
  const lows = await db.select({ low: gamePrices.lowMinor }).from(gamePrices).orderBy(gamePrices.gameId);
  expect(lows.map(({ low }) => low)).toEqual([500, 900, 700]);
  expect(await dropHistoryBefore(db, day(3, 15))).toEqual({ months: 0, records: 0 });
  expect(await db.$count(priceHistory)).toBe(5);
});
