import type { Market } from "contract/markets/schema.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { gb, us } from "../../../test/markets.ts";
import { markets } from "../../markets/table.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { type GameIndex, type ShownMarket, startGameIndex } from "./game-index.ts";

const database = await createTestDatabase();
const { db } = database;
const log = { info() {}, error: (...words: unknown[]) => console.error(...words) };
const connection = { connectionString: database.url };
await db.update(markets).set({ enabled: true });
const de: Market = { ...gb, country: "DE", currency: "EUR" };
const jp: Market = { ...gb, country: "JP", currency: "JPY", minor_units: 0 };
const ids = await addCatalogue(db, [
  { title: "Sold everywhere", offers: { steam: { priceMinor: 1_000 } } },
  { title: "Sold at home", offers: { steam: { priceMinor: 500 } } },
]);
const [everywhere = 0, atHome = 0] = ids;

/** Records Steam's price of a game in a market. */
async function setPrice(gameId: number, { country, currency }: Market, priceMinor: number): Promise<void> {
  await recordOffers(db, [{ gameId, country, currency, store: "steam", priceMinor }], { now: new Date() });
}
for (const [market, price] of [
  [gb, 900],
  [de, 950],
  [jp, 1_500],
] as const)
  await setPrice(everywhere, market, price);

let time = Date.now();
const gameIndex = await startGameIndex({ db, connection, log, now: () => time });
afterAll(() => gameIndex.close());
const booksOf = (index: GameIndex) => index.state().books;

/** The games with a price, lowest first. */
function pricedIn(market: Market, index = gameIndex): number[] {
  const query = { search: "", order: "ASC", showExplicit: true, offset: 0, limit: 10 } as const;
  return index.find(market, { ...query, sort: "lowest_price", min_price: 0 }).ids;
}

beforeEach(() => {
  time += 31 * 60_000;
});

test("the prices of the default market are in memory from the start, others once they are asked for", async () => {
  expect(booksOf(gameIndex)).toBe(1);
  expect(pricedIn(us)).toEqual([atHome, everywhere]);
  expect(() => pricedIn(gb)).toThrow("The prices of GB are being read");
  await Promise.all([gameIndex.openMarket(gb), gameIndex.openMarket(gb), gameIndex.openMarket(us)]);
  expect(pricedIn(gb)).toEqual([everywhere]);
  expect(booksOf(gameIndex)).toBe(2);
});

test("prices that are not used for half an hour are dropped, except those of the default market", async () => {
  await gameIndex.openMarket(de);
  time += 29 * 60_000;
  pricedIn(de);
  time += 29 * 60_000;
  await gameIndex.openMarket(jp);
  expect(pricedIn(de)).toEqual([everywhere]);
  time += 31 * 60_000;
  pricedIn(jp);
  await gameIndex.openMarket(gb);
  expect(pricedIn(us)).toEqual([atHome, everywhere]);
  expect(pricedIn(jp)).toEqual([everywhere]);
  expect(() => pricedIn(de)).toThrow("The prices of DE are being read");
});

test("a change reaches the markets in memory, one that is being read, and others when they are read", async () => {
  await gameIndex.openMarket(gb);
  const opening = gameIndex.openMarket(de);
  for (const market of [gb, de, jp]) await setPrice(atHome, market, 100);
  await Promise.all([opening, gameIndex.handleChange([atHome])]);
  for (const market of [gb, de]) expect(pricedIn(market)).toEqual([atHome, everywhere]);
  await gameIndex.openMarket(jp);
  expect(pricedIn(jp)).toEqual([atHome, everywhere]);
});

test("a rebuild keeps the markets in memory that are still enabled", async () => {
  await Promise.all([gb, jp].map(gameIndex.openMarket));
  await db.update(markets).set({ enabled: false }).where(sql`country = 'JP'`);
  await gameIndex.handleChange("*");
  expect(pricedIn(gb)).toEqual([atHome, everywhere]);
  expect(() => pricedIn(jp)).toThrow("being read");
  await db.update(markets).set({ enabled: true });
});

test("beyond the limit those not used for longest are dropped", async () => {
  const { bookBytes } = gameIndex.state();
  const perBook = bookBytes / booksOf(gameIndex);
  const limited = await startGameIndex({ db, connection, log, now: () => time, maxBookBytes: perBook * 3.5 });
  for (const market of [gb, de, jp, gb]) {
    time += 1_000;
    await limited.openMarket(market);
    expect(pricedIn(market, limited)).toEqual([atHome, everywhere]);
    expect(limited.state().bookBytes).toBeLessThan(perBook * 3.5);
  }
  expect(booksOf(limited)).toBe(3);
  expect(pricedIn(us, limited)).toEqual([atHome, everywhere]);
  expect(() => pricedIn(de, limited)).toThrow("being read");
  await limited.close();
});

const pricesIn = async (market: ShownMarket) => {
  const games = await gameIndex.listGames(market, ids);
  return games.map(({ best_price, steam_link }) => [best_price, steam_link]);
};

test("games have their prices in markets that are not in memory, those shown before until these change", async () => {
  expect(() => pricedIn(jp)).toThrow("being read");
  expect(await pricesIn(jp)).toEqual([
    [1_500, null],
    [100, null],
  ]);
  expect(() => pricedIn(jp)).toThrow("being read");
  const offer = { gameId: atHome, country: "JP", currency: "JPY", store: "steam", priceMinor: 90 } as const;
  const reading = pricesIn(jp);
  await recordOffers(db, [{ ...offer, link: "https://steam.example/90" }], { now: new Date() });
  await gameIndex.handleChange([atHome]);
  await reading;
  const changed = [
    [1_500, null],
    [90, "https://steam.example/90"],
  ];
  expect(await pricesIn(jp)).toEqual(changed);
  const steamOnly = { ...jp, offers: { stores: [{ key: "steam", kind: "official" }] } };
  expect(await pricesIn(steamOnly)).toEqual(changed);
  await recordOffers(db, [{ ...offer, priceMinor: 80 }], { now: new Date() });
  await gameIndex.handleChange("*");
  for (const market of [jp, steamOnly]) expect((await pricesIn(market))[1]?.[0]).toBe(80);
});
