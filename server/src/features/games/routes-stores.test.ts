import type { Game, GameDetail } from "contract/games/schema.ts";
import { Pool } from "pg";
import { describe, expect, test, vi } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";

const database = await createTestDatabase();
const { db } = database;
const [hades = 0, portal = 0, sable = 0, resold = 0] = await addCatalogue(
  db,
  [
    {
      title: "Hades",
      rating: 9,
      offers: {
        steam: { priceMinor: 2_000, regularMinor: 2_500 },
        gog: { priceMinor: 1_500, regularMinor: 3_000 },
        cdkeys: { priceMinor: 900 },
      },
    },
    { title: "Portal", rating: 8, offers: { steam: { priceMinor: 1_000 }, gog: { priceMinor: 400 } } },
    { title: "Sable", rating: 7, offers: { cdkeys: { priceMinor: 100 }, steam: { priceMinor: 400 } } },
    { title: "Resold", rating: 6, offers: { cdkeys: { priceMinor: 50 } } },
  ],
  new Date(Date.now() - 30 * 86_400_000),
);
const app = await startTestApp(database);

async function get(path: string) {
  const response = await app.inject({ url: `/api${path}` });
  return response.json();
}

const prices = (games: Game[]) => games.map(({ id, best_price, best_store, cut }) => [id, best_price, best_store, cut]);
const isResold = (list: object) => JSON.stringify(list).includes('cdkeys"');

test("the offers of a list's games are read in one statement, each game's in the order of the stores", async () => {
  const sent = vi.spyOn(Pool.prototype, "query");
  const { games } = await get("/games?fields=offers&sortBy=rating");
  const names = sent.mock.calls.map(([statement]) => (statement as unknown as { name: string }).name);
  sent.mockRestore();
  expect(names.filter((name) => name === "list_offers")).toHaveLength(1);
  expect(games.map(({ id, offers }: GameDetail) => [id, offers.map(({ store }) => store)])).toEqual([
    [hades, ["steam", "gog", "cdkeys"]],
    [portal, ["steam", "gog"]],
    [sable, ["steam", "cdkeys"]],
    [resold, ["cdkeys"]],
  ]);
});

describe("official stores only (spec/games 2.8)", () => {
  test("leaves no key shop in lists, facets and counts, and shows the prices of official stores", async () => {
    const list = await get("/games?official=true&facets=true&sortBy=lowest_price&order=ASC");
    expect(list.totalGames).toBe(3);
    expect(prices(list.games)).toEqual([
      [portal, 4, "gog", 60],
      [sable, 4, "steam", 0],
      [hades, 15, "gog", 50],
    ]);
    expect(list.facets.store).toEqual([
      { value: "steam", count: 3 },
      { value: "gog", count: 2 },
    ]);
    expect(list.facets.cut).toEqual([10, 25, 50].map((cut) => ({ value: String(cut), count: 2 })));
    // no price of all stores beside
    expect(list.games[0].everywhere_best_price).toBeUndefined();
    expect(list.games.some(({ best_store }: Game) => isResold({ best_store }))).toBe(false);
  });

  test("together with a key shop leaves no game, and counts none for it", async () => {
    const list = await get("/games?official=true&store=cdkeys&facets=true");
    expect([list.totalGames, list.games]).toEqual([0, []]);
    expect(list.facets.store.map(({ value }: { value: string }) => value)).not.toContain("cdkeys");
  });

  test("leaves none in deals and suggestions", async () => {
    const { deals, total } = await get("/deals?official=true&section=cuts");
    expect([total, prices(deals)]).toEqual([
      2,
      [
        [portal, 4, "gog", 60],
        [hades, 15, "gog", 50],
      ],
    ]);
    expect(await get("/games/suggest?q=sable&official=true")).toMatchObject({ games: [{ best_price: 4, cut: 0 }] });
    expect((await get("/games/suggest?q=resold&official=true")).total).toBe(0);
  });

  test("finds nothing at a key shop, and says how many games there would be without it", async () => {
    const list = await get("/games?official=true&store=cdkeys&facets=true");
    expect(list).toMatchObject({ totalGames: 0, without: { official: 3, store: 3 } });
  });
});

describe("a store (spec/games 2.8)", () => {
  test.each([
    [
      "store=cdkeys",
      [
        [hades, 9, "cdkeys", 64],
        [sable, 1, "cdkeys", 75],
      ],
    ],
    [
      "store=steam",
      [
        [hades, 20, "steam", 20],
        [portal, 10, "steam", 0],
        [sable, 4, "steam", 0],
      ],
    ],
    [
      "store=gog",
      [
        [hades, 15, "gog", 50],
        [portal, 4, "gog", 60],
      ],
    ],
    [
      "store=gog,steam",
      [
        [hades, 15, "gog", 50],
        [portal, 4, "gog", 60],
        [sable, 4, "steam", 0],
      ],
    ],
    ["store=steam&min_cut=20", [[hades, 20, "steam", 20]]],
    ["store=cdkeys&min_price=2", [[hades, 9, "cdkeys", 64]]],
    [
      "store=cdkeys&prices_of=steam",
      [
        [hades, 9, "cdkeys", 64],
        [sable, 1, "cdkeys", 75],
      ],
    ],
    [
      "store=steam,cdkeys&official=true",
      [
        [hades, 20, "steam", 20],
        [portal, 10, "steam", 0],
        [sable, 4, "steam", 0],
      ],
    ],
  ])("%s shows its own offers, prices and discounts", async (query, expected) => {
    const { games } = await get(`/games?${query}`);
    expect(prices(games).filter(([id]) => [hades, portal, sable].includes(id as number))).toEqual(expected);
  });

  test("has its own deals, page and facts", async () => {
    expect(prices((await get("/deals?section=cuts&store=cdkeys")).deals)).toEqual([
      [sable, 1, "cdkeys", 75],
      [hades, 9, "cdkeys", 64],
    ]);
    expect(await get("/landing/store/steam")).toMatchObject({ count: 3, on_sale: 1, cheapest: { best_price: 4 } });
  });

  test("keeps the counts of the other stores, each as if it were chosen", async () => {
    const { facets } = await get("/games?store=gog&facets=true");
    expect(facets.store).toEqual([
      { value: "cdkeys", count: 3 },
      { value: "steam", count: 3 },
      { value: "gog", count: 2 },
    ]);
    for (const { value, count } of facets.store) {
      expect((await get(`/games?store=${value}`)).totalGames).toBe(count);
    }
  });

  test("must exist", async () => {
    expect(await get("/games?store=nowhere")).toMatchObject({ code: "invalid", details: [{ path: "store" }] });
    expect(await get("/landing/store/nowhere")).toMatchObject({ code: "not_found" });
  });
});
