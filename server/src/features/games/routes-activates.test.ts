import { priceStepsIn } from "contract/games/price-steps.ts";
import type { Facets, Game } from "contract/games/schema.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { sampleGames, someQuery, varyPasts } from "../../test/list-arbitraries.ts";
import { repeats } from "../../test/processes/soak.ts";
import { recordOffers } from "../prices/offers/commands.ts";

const database = await createTestDatabase();
const { db } = database;
await addCatalogue(db, sampleGames(250, 11));
await varyPasts(db);
const [mixed = 0, unknown = 0, gift = 0] = await addCatalogue(db, [
  {
    title: "Mixed Launchers",
    offers: {
      steam: { priceMinor: 3_000, regularMinor: 4_000 },
      gog: { priceMinor: 2_500 },
      cdkeys: { priceMinor: 800, activatesOn: ["steam"] },
      other: { priceMinor: 900, activatesOn: ["ubisoft", "epic"] },
    },
  },
  { title: "Unknown Launchers", offers: { cdkeys: { priceMinor: 500 }, other: { priceMinor: 400, activatesOn: [] } } },
  { title: "Sold Out Launchers", offers: { steam: { priceMinor: null }, cdkeys: { priceMinor: 700 } } },
]);
const app = await startTestApp(database, { env: { RATE_LIMIT_SCALE: "1000" } });

type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

const addressOf = (query: Query) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

async function get(path: string, query: Query) {
  const response = await app.inject(`/api/${path}?${addressOf(query)}`);
  expect([path, query, response.statusCode, response.statusCode === 200 || response.body]).toEqual([
    path,
    query,
    200,
    true,
  ]);
  return response.json();
}

/** The title's first word, its best price and where it is. */
const pricesOf = (games: Game[]) => games.map(({ id, best_price, best_store }) => [id, best_price, best_store]);

describe("the filter `activates` (spec/games 2.8)", () => {
  test.each([
    ["what a key shop states", { activates: "steam" }, [[mixed, 8, "cdkeys"]]],
    ["what a store implies", { activates: "gog" }, [[mixed, 25, "gog"]]],
    ["GOG is without DRM, too", { activates: "drm-free" }, [[mixed, 25, "gog"]]],
    ["any of several", { activates: "gog,epic" }, [[mixed, 9, "other"]]],
    ["any of those that an offer states", { activates: "ubisoft" }, [[mixed, 9, "other"]]],
    ["no offer", { activates: "rockstar" }, []],
    ["at official stores", { activates: "steam", official: true }, [[mixed, 30, "steam"]]],
    ["at a store", { activates: "steam", store: "steam" }, [[mixed, 30, "steam"]]],
    ["at a store where it activates elsewhere", { activates: "steam", store: "gog" }, []],
    ["up to a price", { activates: "steam", max_price: 8 }, [[mixed, 8, "cdkeys"]]],
    ["below the price of the launcher", { activates: "gog", max_price: 20 }, []],
    ["with its discount", { activates: "steam", store: "steam", min_cut: 25 }, [[mixed, 30, "steam"]]],
    ["among chosen stores", { activates: "steam", prices_of: "official" }, [[mixed, 30, "steam"]]],
    ["in place of the preference", { activates: "gog", prices_of: "activates:steam" }, [[mixed, 25, "gog"]]],
  ])("%s", async (_, query, expected) => {
    const { games, totalGames } = await get("games", { search: "launchers", exact: true, ...query });
    expect([pricesOf(games), totalGames]).toEqual([expected, expected.length]);
  });

  test("counts no offer whose launcher is not known", async () => {
    const { facets } = await get("games", { search: "launchers", exact: true, facets: true });
    expect(facets.activates).toEqual(
      ["drm-free", "epic", "gog", "steam", "ubisoft"].map((value) => ({ value, count: 1 })),
    );
    const all = "steam,gog,epic,ubisoft,ea,battlenet,microsoft,rockstar,drm-free";
    const { games } = await get("games", { search: "launchers", activates: all });
    expect(games.map(({ id }: Game) => id)).toEqual([mixed]);
    expect([unknown, gift].every((id) => id > 0)).toBe(true);
  });

  test("refuses other words", async () => {
    for (const wrong of ["", "uplay", "steam,uplay"]) {
      expect((await app.inject(`/api/games?activates=${wrong}`)).statusCode).toBe(400);
      expect((await app.inject(`/api/games?prices_of=activates:${wrong}`)).statusCode).toBe(400);
    }
  });

  test("applies to deals, feeds and suggestions", async () => {
    const { deals } = await get("deals", { section: "cuts", activates: "steam", min_cut: 10 });
    expect(deals.every(({ offers }: Game & { offers?: unknown }) => offers === undefined)).toBe(true);
    const feed = (await app.inject("/feeds/games.json?search=mixed&activates=gog")).json();
    expect(feed.title).toContain("Activates on GOG");
    expect(JSON.stringify(feed.items)).toContain("25.00");
    for (const [query, price] of [
      [{}, 8],
      [{ official: true }, 9],
      [{ store: "steam" }, 30],
      [{ activates: "steam" }, 8],
      [{ activates: "steam", official: true }, 30],
      [{ prices_of: "activates:steam" }, 8],
    ] as const) {
      const { games } = await get("games/suggest", { q: "mixed launchers", ...query });
      expect([query, games[0].best_price]).toEqual([query, price]);
    }
    const { games: without } = await get("games/suggest", { q: "sold out launchers", official: true });
    expect(without).toEqual([]);
  });
});

const steps = priceStepsIn("USD");

/** The filters of a list with an option of a facet. */
function withOption(facet: keyof Facets, value: string, query: Query): Query {
  if (facet === "tag") return { ...query, tag: [...((query.tag as string[] | undefined) ?? []), value] };
  if (facet === "cut") return { ...query, min_cut: value };
  if (facet !== "price") return { ...query, [facet]: value };
  const next = steps[steps.indexOf(Number(value)) + 1];
  return { ...query, min_price: value, max_price: next === undefined ? undefined : (next - 0.01).toFixed(2) };
}

test("each option of a facet counts the games of the list with that option", { timeout: 60_000 }, async () => {
  const offers = {
    store: ["steam", "gog", "cdkeys", "other"],
    official: ["true"],
    activates: ["steam", "gog", "epic"],
  };
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      someQuery,
      fc.constantFrom(undefined, "official", "activates:steam", "cdkeys,gog"),
      async (
        { sort: _, order: __, offset: ___, limit: ____, showExplicit: _____, library: ______, ...filters },
        prices_of,
      ) => {
        // not enabled here
        const store = filters.store?.filter((key) => key !== "fanatical");
        const query: Query = { ...filters, store: store?.length ? store : undefined, prices_of, limit: 1 };
        const { facets } = await get("games", { ...query, facets: true });
        for (const facet of Object.keys(facets) as (keyof Facets)[]) {
          const counts = new Map(
            facets[facet].map(({ value, count }: { value: string; count: number }) => [value, count]),
          );
          // an option that is left out has no games
          const others = facet === "store" && prices_of ? [] : (offers[facet as "store"] ?? []);
          const options = new Set([...counts.keys(), ...others]) as Set<string>;
          for (const option of options) {
            const { totalGames } = await get("games", withOption(facet, option, query));
            expect({ query, facet, option, count: counts.get(option) ?? 0 }).toEqual({
              query,
              facet,
              option,
              count: totalGames,
            });
            if (totalGames > 0) compared += 1;
          }
        }
      },
    ),
    { numRuns: repeats(25, 1_000) },
  );
  expect(compared).toBeGreaterThan(50);
});

test("facets beside a filter by price follow a changed price", async () => {
  const atMost = { max_price: 4, limit: 1 };
  const optionsOf = async () => (await get("games", { ...atMost, facets: true })).facets as Facets;
  const before = await optionsOf();
  const countIn = ({ store }: Facets, key: string) => store.find(({ value }) => value === key)?.count ?? 0;
  await recordOffers(db, [{ gameId: mixed, store: "gog", priceMinor: 300 }], { now: new Date() });
  await expect.poll(async () => countIn(await optionsOf(), "gog")).toBe(countIn(before, "gog") + 1);
  for (const { value, count } of (await optionsOf()).store) {
    const { totalGames } = await get("games", { ...atMost, store: value });
    expect([value, count]).toEqual([value, totalGames]);
  }
});
