import { beforeEach, expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { recordOffers } from "./commands.ts";
import { endGiveaways, endSales } from "./commands-giveaways.ts";

const { db, pool } = await createTestDatabase();
const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));

let gameId = 0;
beforeEach(async () => {
  await emptyTables(pool, ["games"]);
  [gameId = 0] = await addCatalogue(db, [{ title: "Terraria" }], at(0));
});

const see = (hour: number, offer: object) =>
  recordOffers(db, [{ gameId, store: "cdkeys", ...offer }], { now: at(hour) });

async function stored() {
  const { rows } = await pool.query(`
    select
      price_minor, offers.regular_minor, offers.sale_ends_at, ends_at, best_minor, game_prices.sale_ends_at as shown
    from offers join game_prices using (game_id, country)
  `);
  return rows[0];
}

const sale = { priceMinor: 499, regularMinor: 999, saleEndsAt: at(10) };

test("the end of a sale is kept with its offer and shown, until it is over", async () => {
  await see(1, sale);
  expect(await stored()).toMatchObject({ price_minor: 499, sale_ends_at: at(10), ends_at: null, shown: at(10) });
  expect(await endSales(db, at(9))).toBe(0);
  expect(await endSales(db, at(10))).toBe(1);
  expect(await stored()).toMatchObject({ price_minor: 999, sale_ends_at: null, best_minor: 999, shown: null });
  expect(await endSales(db, at(11))).toBe(0);
  const { rows } = await pool.query("select price_minor from price_history order by recorded_at");
  expect(rows.map((row) => row.price_minor)).toEqual([499, 999]);
});

test.each<[what: string, offer: object, minor: number | null, end: Date | null]>([
  ["a longer sale", { ...sale, saleEndsAt: at(12) }, 499, at(12)],
  ["the same sale", sale, 499, at(10)],
  ["a price without an end", { priceMinor: 599, regularMinor: 999 }, 599, null],
  ["the same price without an end", { priceMinor: 499, regularMinor: 999 }, 499, null],
  ["an end in the past", { ...sale, saleEndsAt: at(1) }, 499, null],
  ["no sale", { priceMinor: 999, regularMinor: 999 }, 999, null],
  ["that it is no longer sold", { priceMinor: null }, null, null],
  ["only its stock", { inStock: false }, 499, at(10)],
  ["only its link", { link: "https://a.test/" }, 499, at(10)],
])("the next reading states %s", async (_, offer, minor, end) => {
  await see(1, sale);
  await see(2, offer);
  expect(await stored()).toMatchObject({ price_minor: minor, sale_ends_at: end, shown: end });
});

test("without a regular price only the end is forgotten", async () => {
  await see(1, { priceMinor: 499, saleEndsAt: at(10) });
  expect(await endSales(db, at(10))).toBe(1);
  expect(await stored()).toMatchObject({ price_minor: 499, sale_ends_at: null, shown: null });
});

test("a giveaway during a sale has its own end, and the price of the sale follows it without one", async () => {
  await see(1, sale);
  await see(2, { priceMinor: 0, endsAt: at(5) });
  expect(await stored()).toMatchObject({ price_minor: 0, ends_at: at(5), sale_ends_at: null, shown: at(5) });
  await endGiveaways(db, at(5));
  expect(await stored()).toMatchObject({ price_minor: 499, regular_minor: 999, ends_at: null, sale_ends_at: null });
});

test("a late reading of the same sale brings it back", async () => {
  await see(1, sale);
  await endSales(db, at(10));
  await see(11, { ...sale, saleEndsAt: at(20) });
  expect(await stored()).toMatchObject({ price_minor: 499, sale_ends_at: at(20), shown: at(20) });
});

test("a giveaway without an end was free until a price was seen", async () => {
  await see(1, { priceMinor: 0, regularMinor: 999 });
  await see(2, { priceMinor: 999 });
  const { rows } = await pool.query("select was_free_until from offers");
  expect(rows).toEqual([{ was_free_until: at(2) }]);
});
