import { beforeEach, expect, test } from "vitest";
import { asc } from "../../platform/db/drizzle.ts";
import { catalogueImport } from "../../test/catalogue-import.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { offers } from "../prices/table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const { loadFile } = catalogueImport(database);
const folder = await createTestFolder();

beforeEach(() => emptyTables(pool, ["games"]));

async function load(rows: object[]) {
  return loadFile(await folder.write("games.jsonl", rows.map((row) => `${JSON.stringify(row)}\n`).join("")), {});
}

test("a row counts without optional values that cannot be read, which are reported", async () => {
  const price = { store: "eneba", country: "US", currency: "USD", price: 9, link: "javascript:1", in_stock: "maybe" };
  const result = await load([
    {
      title: "Sable",
      steam_price: 24.99,
      boxart_url: "http://a.test/box.jpg",
      release_date: "Q3 2025",
      steam_link: "x",
      cdkeys_stock: "maybe",
    },
    { title: "B", prices: [price] },
  ]);
  expect(result).toMatchObject({ read: 2, added: 2, refused: 0, warned: 6, priceChanges: 2 });
  expect(result.problems.map(({ line, field }) => [line, field])).toEqual([
    [1, "boxart_url"],
    [1, "steam_link"],
    [1, "cdkeys_stock"],
    [1, "release_date"],
    [2, "prices.0.link"],
    [2, "prices.0.in_stock"],
  ]);
  expect(result.problems[3]?.message).toBe('"Q3 2025" is not a day written YYYY-MM-DD: the row counts without it');
});

test("a row keeps a price of 0 only where it can mean free", async () => {
  const at = (store: string, more: object = {}) => ({ store, country: "US", currency: "USD", price: 0, ...more });
  const result = await load([
    {
      title: "Free here",
      steam_price: 0,
      cdkeys_price: 0,
      prices: [at("eneba"), at("fanatical", { in_stock: false })],
    },
    { title: "Paid", steam_price: 9.99, cdkeys_price: 0, null_price: 0, prices: [at("eneba"), at("fanatical")] },
    { title: "Only elsewhere", null_price: 0, cdkeys_price: 0, prices: [at("eneba")] },
    { title: "At GOG", gog_price: 0, cdkeys_price: 0, cdkeys_stock: false },
  ]);
  expect(result).toMatchObject({ added: 4, refused: 0, warned: 8 });
  const sold = await db.select().from(offers).orderBy(asc(offers.gameId), asc(offers.store));
  const free = sold.filter(({ priceMinor }) => priceMinor === 0).map(({ store }) => store);
  expect(free).toEqual(["cdkeys", "eneba", "steam", "other", "gog"]);
});

test.each(["ZZZ", "GPB", "pounds", "usd", ""])(
  "a price in the unknown currency %j is refused by name",
  async (currency) => {
    const price = { store: "eneba", country: "US", currency, price: 9 };
    const result = await load([{ title: "A", prices: [price] }, { title: "B" }]);
    expect(result).toMatchObject({ added: 1, refused: 1 });
    expect(result.problems).toEqual([
      { line: 1, field: "prices.0.currency", message: `${JSON.stringify(currency)} is not a currency` },
    ]);
  },
);
