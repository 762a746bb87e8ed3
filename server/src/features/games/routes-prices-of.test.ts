import type { Game } from "contract/games/schema.ts";
import { describe, expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue, observe } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { recordOffers } from "../prices/offers/commands.ts";

const database = await createTestDatabase();
const { db } = database;
const monthAgo = new Date(Date.now() - 30 * 86_400_000);
const [hades = 0, portal = 0, sable = 0] = await addCatalogue(
  db,
  [
    {
      title: "Hades",
      rating: 9,
      tags: "Rogue",
      offers: {
        steam: { priceMinor: 2_000, regularMinor: 2_500 },
        gog: { priceMinor: 1_500, regularMinor: 3_000 },
        cdkeys: { priceMinor: 900 },
      },
    },
    { title: "Portal", rating: 8, tags: "Puzzle", offers: { steam: { priceMinor: 1_000 }, gog: { priceMinor: 400 } } },
    { title: "Sable", rating: 7, tags: "Rogue", offers: { cdkeys: { priceMinor: 100 } } },
  ],
  monthAgo,
);
const app = await startTestApp(database);

async function get(path: string) {
  const response = await app.inject({ url: `/api${path}` });
  return { status: response.statusCode, body: response.json(), headers: response.headers, text: response.body };
}

const prices = (games: Game[]) => games.map(({ id, best_price, best_store }) => [id, best_price, best_store]);

describe("prices of some stores (spec/my-stores 2)", () => {
  test("are in lists, which sort and filter by them", async () => {
    const { body } = await get("/games?prices_of=steam,gog&sortBy=lowest_price&order=ASC");
    expect(prices(body.games)).toEqual([
      [portal, 4, "gog"],
      [hades, 15, "gog"],
      [sable, null, null],
    ]);
    expect(body.games[1]).toMatchObject({ cut: 50, everywhere_best_price: 9, everywhere_best_store: "cdkeys" });
    const { body: cheap } = await get("/games?prices_of=steam&max_price=15&facets=true");
    expect(prices(cheap.games)).toEqual([[portal, 10, "steam"]]);
    expect(cheap.facets.store).toEqual([{ value: "steam", count: 1 }]);
    const { body: official } = await get("/games?prices_of=official&sortBy=rating");
    expect(prices(official.games)[0]).toEqual([hades, 15, "gog"]);
    const { body: both } = await get("/games?prices_of=official,steam,cdkeys&sortBy=rating");
    expect(prices(both.games)[0]).toEqual([hades, 20, "steam"]);
    const { body: none } = await get("/games?prices_of=official,cdkeys&sortBy=rating");
    expect(prices(none.games)[0]).toEqual([hades, null, null]);
  });

  test("are in the other calls that return prices", async () => {
    const at = "prices_of=steam";
    expect(prices((await get(`/games/homepage?${at}`)).body.games)).toEqual([
      [hades, 20, "steam"],
      [portal, 10, "steam"],
    ]);
    const { body: game } = await get(`/games/${hades}?${at}`);
    expect(game).toMatchObject({ best_price: 20, everywhere_best_price: 9, historical_low: 20 });
    expect(game.offers.map(({ store }: { store: string }) => store)).toEqual(["steam", "gog", "cdkeys"]);
    expect(game.insight.lows.map(({ store }: { store: string }) => store)).toEqual(["steam"]);
    expect((await get(`/games/suggest?q=hades&${at}`)).body.games).toMatchObject([{ id: hades, best_price: 20 }]);
    expect(prices((await get(`/games/${sable}/similar?${at}`)).body.games)).toContainEqual([hades, 20, "steam"]);
    expect((await get(`/deals?section=cuts&${at}`)).body.deals).toMatchObject([{ id: hades, cut: 20 }]);
    expect((await get(`/games/price-stats?${at}`)).body).toEqual({ avg_savings_percentage: null });
    const batch = await app.inject({ method: "POST", url: `/api/games/batch?${at}`, payload: { gameIds: [portal] } });
    expect(prices(batch.json().games)).toEqual([[portal, 10, "steam"]]);
  });

  test("are in landing pages", async () => {
    const at = (stores: string, path: string) => get(`/landing/${path}?prices_of=${stores}`);
    expect((await get("/landing/under/10")).body).toMatchObject({ count: 3, cheapest: { id: sable } });
    expect((await at("steam", "under/10")).body).toMatchObject({ count: 1, cheapest: { id: portal, best_price: 10 } });
    expect((await at("gog", "tag/rogue")).body).toMatchObject({ count: 2, on_sale: 1, cheapest: { best_price: 15 } });
    // a store's page shows its own prices
    expect((await at("steam", "store/gog")).body).toMatchObject({ count: 2, cheapest: { id: portal, best_price: 4 } });
  });

  test("are refused for unknown stores", async () => {
    const paths = [
      "/games",
      "/deals",
      `/games/${hades}`,
      "/games/homepage",
      "/games/suggest?q=a",
      "/landing/tag/rogue",
    ];
    for (const path of paths) {
      const { status, body } = await get(`${path}${path.includes("?") ? "&" : "?"}prices_of=gog,nowhere`);
      expect([path, status, body.details]).toEqual([path, 400, [{ path: "prices_of", msg: "Unknown store: nowhere" }]]);
    }
    const many = Array.from({ length: 46 }, (_, n) => `store-${n}`).join(",");
    for (const wrong of ["", "Ä", many]) expect((await get(`/games?prices_of=${wrong}`)).status).toBe(400);
  });

  test("are cached whatever the order of the stores, and do not change the responses for all stores", async () => {
    const everywhere = await get("/games?sortBy=rating");
    const [one, other] = [await get("/games?prices_of=gog,steam,gog"), await get("/games?prices_of=steam,%20gog")];
    expect(one.headers.etag).toBe(other.headers.etag);
    expect(one.headers["cache-control"]).toBe(everywhere.headers["cache-control"]);
    expect((await get("/games?sortBy=rating")).text).toBe(everywhere.text);
    expect(everywhere.text).not.toContain("everywhere");
  });

  test("follow changes", async () => {
    await recordOffers(db, observe(portal, { steam: { priceMinor: 700 } }), { now: new Date() });
    await expect
      .poll(async () => prices((await get("/games?prices_of=steam&search=portal")).body.games))
      .toEqual([[portal, 7, "steam"]]);
  });
});
