import { foldText } from "contract/core/text.ts";
import type { GameFilters } from "contract/games/filters.ts";
import type { Facets } from "contract/games/schema.ts";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue, observe } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { filterNames, sampleGames, someQuery, valuesOf, varyPasts } from "../../../test/list-arbitraries.ts";
import { countWithoutBySql, createListFunctions, createListTables, listBySql } from "../../../test/list-sql.ts";
import { us } from "../../../test/markets.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { listSoldBundles } from "../../bundles/queries.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { listEnabledStores } from "../../stores/queries.ts";
import { startGameIndex } from "./game-index.ts";
import type { GamesQuery } from "./query.ts";

const database = await createTestDatabase();
const { db } = database;
const log = { info() {}, error: (...words: unknown[]) => console.error(...words) };

/** The number of filter combinations that are compared with SQL, and the number of games. */
const combinations = repeats(120, 10_000);
const size = repeats(300, 150_000);
const gamesPerBatch = 3_000;

const offset = { days: 0 };
const now = () => Date.now() + offset.days * 86_400_000;

await createListFunctions(db);
for (let first = 0; first < size; first += gamesPerBatch) {
  await addCatalogue(db, sampleGames(Math.min(size, gamesPerBatch), 2 + first));
}
await varyPasts(db);
await createListTables(db);
await db.execute(sql`
  with added as (
    insert into bundles (store, title, address, kind, countries, begins_at, ends_at, seen_at, updated_at)
    select store, store, '', 'tiers', countries::text[], now() + begins::interval, now() + ends::interval, now(), now()
    from (values
      ('steam', '{}', null, '30 days'), ('gog', '{GB,US}', '-1 day', '2 days'), ('gog', '{GB}', null, '2 days'),
      ('steam', '{}', '20 days', '30 days'), ('steam', '{}', null, '-1 day'), ('humble', '{}', null, '2 days')
    ) kinds (store, countries, begins, ends)
    returning id
  )
  insert into bundle_items (bundle_id, position, title, kind, game_id)
  select added.id, games.id, title, 'game', games.id from (
    select id, row_number() over (order by id) as place from added
  ) added join games on games.id % 9 = place
`);
const soldBundles = await listSoldBundles(db, new Date(now()));
const connection = { connectionString: database.url };
const gameIndex = await startGameIndex({ db, connection, log, now, bundled: () => soldBundles });
afterAll(() => gameIndex.close());

const all: GamesQuery = {
  search: "",
  sort: "rating",
  order: "DESC",
  showExplicit: false,
  type: "any",
  offset: 0,
  limit: size,
};

function find(query: GamesQuery) {
  const { ids, total } = gameIndex.find(us, query);
  return { ids, total };
}

function totalOf(filters: Partial<GamesQuery>): number {
  return gameIndex.find(us, { ...all, ...filters }).total;
}

const everywhere = { ...us, offers: { stores: await listEnabledStores(db) } };

/** The counts of a list with the prices of all stores, whatever its filters are. */
function countFacets(query: GamesQuery) {
  return gameIndex.countFacets(us, query, { store: everywhere, official: everywhere, activates: everywhere });
}

/** Without the options by offers, whose lists have other prices (`routes-activates.test.ts`). */
const withoutOffers = ({ store: _, official: __, activates: ___, ...facets }: Facets) => facets;

/** The counts by option, with genres and tags folded like in the SQL result. */
function byOption(facets: Partial<Facets>): Record<string, Record<string, number>> {
  const isFolded = (name: string) => name === "genre" || name === "tag";
  return Object.fromEntries(
    Object.entries(facets).map(([name, options]) => [
      name,
      Object.fromEntries(options.map(({ value, count }) => [isFolded(name) ? foldText(value) : value, count])),
    ]),
  );
}

/** Compares ids, order, total, facets, and the counts without each filter. */
async function expectSameAsSql(query: GamesQuery): Promise<number> {
  const { facets, without = {} } = countFacets(query);
  const expected = await listBySql(db, query);
  // as strings, because comparing long lists item by item takes longer than the SQL
  const joined = ({ ids, total }: { ids: number[]; total: number }) => ({ ids: ids.join(), total });
  expect({ query, ...joined(find(query)), facets: byOption(withoutOffers(facets!)) }).toEqual({
    query,
    ...joined(expected),
    facets: expected.facets,
  });
  const names = Object.keys(without);
  const counts = await countWithoutBySql(
    db,
    query,
    names.map((name) => (name === "low" ? ["low", "low_within"] : [name])),
  );
  expect({ query, without }).toEqual({ query, without: Object.fromEntries(names.map((name, n) => [name, counts[n]])) });
  return expected.total;
}

describe("the same as SQL", () => {
  test.each(filterNames)("%s alone", async (name) => {
    const totals = new Set<number>();
    for (const filters of valuesOf(name)) {
      for (const showExplicit of [true, false]) {
        totals.add(await expectSameAsSql({ ...all, ...filters, showExplicit }));
      }
    }
    // the values must not all have the same matches
    expect(totals.size).toBeGreaterThan(1);
  });

  test(`${combinations} combinations`, async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(someQuery, async (query) => {
        if ((await expectSameAsSql(query)) > 0) found += 1;
      }),
      { numRuns: combinations },
    );
    expect(found).toBeGreaterThan(combinations / 3);
  });
});

describe("the meaning of filters", () => {
  test("only games are listed unless types are requested, and an unknown type counts as a game", async () => {
    const types = ["game", "dlc", "software"] as const;
    await addGames(["game", "dlc", null].map((type) => ({ title: "Typed", type: type as "dlc" | null })));
    const typed = (type?: GameFilters["type"]) => totalOf({ search: "typed", type });
    expect([undefined, "any" as const, ["dlc" as const], [...types]].map(typed)).toEqual([2, 3, 1, 3]);
  });

  test("unknown genres, tags and developers have no games", () => {
    const unknown = { genre: ["none"], tag: ["Action", "none"], tag_any: ["none"], developer: "none" };
    for (const [name, value] of Object.entries(unknown)) expect(totalOf({ [name]: value })).toBe(0);
    expect(totalOf({ tag_not: ["none"] })).toBe(totalOf({}));
  });

  test("a developer has the games made alone and with others, and a legal form is not a developer", async () => {
    await addGames([
      { title: "One", developer: "Solo, Inc." },
      { title: "Two", developer: "Solo, Inc., Duo" },
    ]);
    const games = (developer: string) => totalOf({ developer });
    expect(["solo, inc.", "DUO", "Solo, Inc., Duo", "Inc."].map(games)).toEqual([2, 1, 1, 0]);
  });

  test("a price that never changed is not a low, but near it", async () => {
    await addGames([{ title: "Steady", offers: { steam: { priceMinor: 2_000 } } }]);
    const steady = (low: GameFilters["low"]) => totalOf({ search: "steady", low });
    expect((["at", "new", "near"] as const).map(steady)).toEqual([0, 0, 1]);
  });

  test("a low is new for fourteen days, and upcoming games get released, without a change of data", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const listPrice = { priceMinor: 2_000, regularMinor: 2_000 };
    const monthAgo = new Date(Date.now() - 31 * 86_400_000);
    const [id] = await addCatalogue(db, [{ title: "Timely", offers: { steam: listPrice } }], monthAgo);
    await addGames([
      { title: "Timely", releaseDate: today },
      { title: "Timely", releaseDate: tomorrow },
    ]);
    await recordOffers(db, observe(id!, { steam: { priceMinor: 1_000 } }), { now: new Date() });
    await gameIndex.handleChange([id!]);
    const lists = [{ low: "new" }, { low: "at" }, { upcoming: true }].map((filters) => ({
      ...all,
      ...(filters as GameFilters),
      search: "timely",
    }));
    const totals = () => lists.map((query) => gameIndex.find(us, query).total);
    expect(totals()).toEqual([1, 1, 1]);
    offset.days = 2;
    expect(totals()).toEqual([1, 1, 0]);
    offset.days = 15;
    expect(totals()).toEqual([0, 1, 0]);
    offset.days = 0;
  });
});

describe("facets", () => {
  test("have the options with the most games first, in the most common spelling", async () => {
    const ids = await addGames([
      { title: "Spelt", genre: "rOgue", tags: "Zeta, Alpha" },
      { title: "Spelt", genre: "Rogue", tags: "Alpha" },
      { title: "Spelt", genre: "Rogue", tags: "Zeta" },
    ]);
    await gameIndex.handleChange("*");
    const { facets } = countFacets({ ...all, search: "spelt" });
    expect(ids).toHaveLength(3);
    expect(facets).toMatchObject({
      genre: [{ value: "Rogue", count: 3 }],
      tag: [
        { value: "Alpha", count: 2 },
        { value: "Zeta", count: 2 },
      ],
      type: [{ value: "game", count: 3 }],
      price: [],
    });
  });

  test("count the options of a filter as if it were off, but those of tags within the chosen tags", async () => {
    await addGames([
      { title: "Facet", genre: "Chess", tags: "Red, Blue", offers: { gog: { priceMinor: 700 } } },
      { title: "Facet", genre: "Go", tags: "Red", offers: { steam: { priceMinor: 300 } } },
      { title: "Facet", genre: "Go", tags: "Green" },
    ]);
    const facetsOf = (filters: GameFilters) => byOption(countFacets({ ...all, search: "facet", ...filters }).facets!);
    expect(facetsOf({ genre: ["chess"] })).toMatchObject({ genre: { chess: 1, go: 2 }, tag: { red: 1, blue: 1 } });
    expect(facetsOf({ tag: ["red"] })).toMatchObject({ tag: { red: 2, blue: 1 }, genre: { chess: 1, go: 1 } });
    expect(facetsOf({ tag: ["red"] }).tag).not.toHaveProperty("green");
    expect(facetsOf({ min_price: 5, store: ["gog"] })).toMatchObject({ price: { 5: 1 }, store: { gog: 1 } });
    expect(facetsOf({ min_price: 5 })).toMatchObject({ price: { 1: 1, 5: 1 }, store: { gog: 1 } });
  });

  test("a changed price changes the counts", async () => {
    const [id] = await addGames([{ title: "Counted", offers: { gog: { priceMinor: 999 } } }]);
    const query = { ...all, search: "counted" };
    expect(countFacets(query).facets!.price).toEqual([{ value: "5", count: 1 }]);
    await recordOffers(db, observe(id!, { gog: { priceMinor: 2_999 } }), { now: new Date() });
    await gameIndex.handleChange([id!]);
    expect(countFacets(query).facets!.price).toEqual([{ value: "20", count: 1 }]);
  });

  test("an empty list has the number of matches without each of its filters", async () => {
    await addGames([
      { title: "Wanted", genre: "Chess", offers: { gog: { priceMinor: 999 } } },
      { title: "Wanted", genre: "Chess", offers: { gog: { priceMinor: 1_999 } } },
      { title: "Wanted", genre: "Go" },
    ]);
    const without = (filters: GameFilters) =>
      countFacets({ ...all, type: undefined, search: "wanted", ...filters }).without;
    expect(without({ max_price: 5, genre: ["chess"] })).toEqual({ max_price: 2, genre: 0 });
    expect(without({ low: "near", low_within: 5, min_price: 50 })).toEqual({ low: 0, min_price: 2 });
    expect(without({ genre: ["chess"] })).toBeUndefined();
  });
});

async function addGames(games: Parameters<typeof addCatalogue>[1]): Promise<number[]> {
  const ids = await addCatalogue(db, games);
  await gameIndex.handleChange(ids);
  return ids;
}
