import { foldText } from "contract/core/text.ts";
import type { Facets } from "contract/games/schema.ts";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { addCatalogue, observe } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { sampleGames, someOffers, someQuery, varyPasts } from "../../../test/list-arbitraries.ts";
import { createListFunctions, listBySql, type SomeOffers } from "../../../test/list-sql.ts";
import { us } from "../../../test/markets.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { listEnabledStores } from "../../stores/queries.ts";
import { startGameIndex } from "./game-index.ts";
import type { GamesQuery } from "./query.ts";

const database = await createTestDatabase();
const { db } = database;
const log = { info() {}, error: (...words: unknown[]) => console.error(...words) };

const combinations = repeats(15, 10_000);
const size = repeats(300, 3_000);

await createListFunctions(db);
const ids = await addCatalogue(db, sampleGames(size, 2));
await varyPasts(db);
const connection = { connectionString: database.url };
const gameIndex = await startGameIndex({ db, connection, log });
afterAll(() => gameIndex.close());
const enabled = await listEnabledStores(db);

const everywhere = enabled.map(({ key }) => key);
const sets: SomeOffers[] = [
  { stores: ["steam"] },
  { stores: ["gog", "other"] },
  { stores: ["cdkeys", "gog", "steam"] },
  { stores: ["fanatical"] },
  { stores: everywhere },
  { stores: everywhere, activates: ["steam"] },
  { stores: ["cdkeys", "gog"], activates: ["drm-free", "rockstar"] },
];

const all: GamesQuery = {
  search: "",
  sort: "lowest_price",
  order: "ASC",
  showExplicit: true,
  type: "any",
  offset: 0,
  limit: 100_000,
};

function shown({ stores, activates }: SomeOffers) {
  return {
    ...us,
    offers: { stores: enabled.filter(({ key }) => stores.includes(key)), ...(activates && { activates }) },
  };
}

function byOption(facets: Partial<Facets>): Record<string, Record<string, number>> {
  const isFolded = (name: string) => name === "genre" || name === "tag";
  return Object.fromEntries(
    Object.entries(facets).map(([name, options]) => [
      name,
      Object.fromEntries(options.map(({ value, count }) => [isFolded(name) ? foldText(value) : value, count])),
    ]),
  );
}

async function expectSql(query: GamesQuery, stores: SomeOffers): Promise<number> {
  const view = shown(stores);
  const { ids, total } = gameIndex.find(view, query);
  const without = { store: view, official: view, activates: view };
  const { store: _, official: __, activates: ___, ...facets } = gameIndex.countFacets(view, query, without).facets!;
  expect({ query, stores, ids, total, facets: byOption(facets) }).toEqual({
    query,
    stores,
    ...(await listBySql(db, query, stores)),
  });
  return total;
}

describe("lists of some stores (spec/my-stores 3)", () => {
  test.each(["lowest_price", "discount", "cut", "price_changed"] as const)(
    "sorted by %s are those of SQL",
    async (sort) => {
      for (const [n, stores] of sets.entries()) {
        const both = ["ASC", "DESC"] as const;
        for (const order of repeats<readonly ("ASC" | "DESC")[]>([both[n % 2]!], both))
          await expectSql({ ...all, sort, order }, stores);
      }
    },
  );

  test(`${combinations} combinations of filters are those of SQL`, async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(someQuery, fc.constantFrom(...sets), async (query, stores) => {
        if ((await expectSql(query, stores)) > 0) found += 1;
      }),
      { numRuns: combinations },
    );
    expect(found).toBeGreaterThan(combinations / 4);
  });

  test("follow price changes", { timeout: 60_000 }, async () => {
    const changes = fc.sample(
      fc.array(fc.tuple(fc.constantFrom(...ids), someOffers), { minLength: 1, maxLength: 20 }),
      {
        numRuns: repeats(2, 200),
        seed: 7,
      },
    );
    for (const changed of changes) {
      await recordOffers(
        db,
        changed.flatMap(([id, offers]) => observe(id, offers)),
        { now: new Date() },
      );
      await gameIndex.handleChange(changed.map(([id]) => id));
      for (const stores of sets) await expectSql({ ...all, sort: "cut", order: "DESC" }, stores);
      await expectSql({ ...all, low: "at" }, { stores: ["gog", "cdkeys"] });
    }
  });

  test("follow added and deleted games", async () => {
    const [id] = await addCatalogue(db, [{ title: "Newcomer", offers: { gog: { priceMinor: 700 } } }]);
    await gameIndex.handleChange([id!]);
    for (const stores of sets) await expectSql(all, stores);
    await db.execute(`delete from games where id = ${id}`);
    await gameIndex.handleChange([id!]);
    for (const stores of sets) await expectSql(all, stores);
    await gameIndex.handleChange("*");
    for (const stores of sets) await expectSql(all, stores);
  });
});

test("games show the best price of these stores, and the best of all", async () => {
  const [id] = await addCatalogue(db, [
    {
      title: "Shown",
      offers: {
        steam: { priceMinor: 2_000, regularMinor: 4_000 },
        gog: { priceMinor: 1_500, regularMinor: 1_800 },
        cdkeys: { priceMinor: 900 },
      },
    },
  ]);
  await recordOffers(db, observe(id!, { gog: { priceMinor: 1_600 } }), { now: new Date() });
  await gameIndex.handleChange([id!]);
  const [game] = await gameIndex.listGames({ ...shown({ stores: ["steam", "gog"] }), isPreference: true }, [id!]);
  expect(game).toMatchObject({
    best_price: 16,
    best_store: "gog",
    regular_price: 18,
    cut: 11,
    best_official_price: 16,
    savings_percentage: 20,
    previous_price: 15,
    historical_low: 15,
    historical_low_store: "gog",
    historical_official_low: 15,
    lowest_ever: false,
    everywhere_best_price: 9,
    everywhere_best_store: "cdkeys",
    steam_price: 20,
    cdkeys_price: 9,
  });
  const [everywhere] = await gameIndex.listGames(us, [id!]);
  expect(everywhere).not.toHaveProperty("everywhere_best_price");
});
