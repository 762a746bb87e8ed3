import { gameSorts } from "contract/games/sorting.ts";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { eq, inArray, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue, derivedOf, observe, type TestGame } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { sampleGames, someGame, someOffers, someQuery, varyPasts } from "../../../test/list-arbitraries.ts";
import { createListFunctions, findBySql } from "../../../test/list-sql.ts";
import { us } from "../../../test/markets.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { games } from "../table.ts";
import { startGameIndex } from "./game-index.ts";
import type { GamesQuery } from "./query.ts";

const database = await createTestDatabase();
const { db } = database;
const connection = { connectionString: database.url };

/** How often a catalogue was built. */
let builds = 0;
const log = { info: () => void builds++, error: (...words: unknown[]) => console.error(...words) };

/** The number of queries for each state of a catalogue. */
const queriesPerState = repeats(60, 200);

/** Every order, then some searches. */
const fixedQueries: GamesQuery[] = [
  ...gameSorts.flatMap((sort) =>
    (["ASC", "DESC"] as const).map((order) => ({
      search: "",
      sort,
      order,
      showExplicit: true,
      offset: 0,
      limit: 1_000,
    })),
  ),
  ...fc.sample(someQuery, { numRuns: repeats(10, 25), seed: 7 }),
];

await createListFunctions(db);
const ids = await addCatalogue(db, sampleGames(300, 1));
await varyPasts(db);
const gameIndex = await startGameIndex({ db, connection, log });
afterAll(() => gameIndex.close());

function find(query: GamesQuery) {
  const { ids, total } = gameIndex.find(us, query);
  return { ids, total };
}

async function expectSameAsDatabase() {
  for (const query of fixedQueries)
    expect({ query, ...find(query) }).toEqual({ query, ...(await findBySql(db, query)) });
}

describe("a catalogue as it was built", () => {
  test("puts the best rated games with a price on the home page; ties by players, then by id", async () => {
    for (const showExplicit of [true, false]) {
      const { rows } = await db.execute<{ id: number }>(sql`
        select id from games join game_prices on game_id = id
        where best_minor is not null and (${showExplicit} or not explicit)
        order by rating desc nulls last, player_count desc nulls last, id limit 12`);
      expect(gameIndex.homepageIds(us, { showExplicit })).toEqual(rows.map(({ id }) => id));
    }
  });

  test("has the average saving, the stock of each store and the games that may be listed", async () => {
    const { rows } = await db.execute<{ mean: number; steam: number; cdkeys: number; visible: number[] }>(sql`
      select
        round((avg((steam_minor - best_minor) * 100.0 / steam_minor)
          filter (where steam_minor > 0 and best_minor < steam_minor))::numeric, 1)::float8 as mean,
        count(*) filter (where 'steam' = any(deliverable_at))::int as steam,
        count(*) filter (where 'cdkeys' = any(deliverable_at))::int as cdkeys,
        array_agg(id order by id) filter (where not explicit) as visible
      from games left join game_prices on game_id = id`);
    const { mean, steam, cdkeys, visible } = rows[0]!;
    expect(gameIndex.averageSavings(us)).toBe(mean);
    expect(Object.fromEntries(gameIndex.inStockCounts(us))).toMatchObject({ steam, cdkeys });
    expect(gameIndex.publicGameIds()).toEqual(visible);
  });
});

type Edit =
  | { kind: "price"; at: number; offers: NonNullable<TestGame["offers"]> }
  | { kind: "facts"; at: number; game: TestGame }
  | { kind: "delete"; at: number }
  | { kind: "add"; game: TestGame };

const at = fc.nat({ max: 10_000 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("price" as const), at, offers: someOffers }) },
  fc.record({ kind: fc.constant("facts" as const), at, game: someGame }),
  fc.record({ kind: fc.constant("delete" as const), at }),
  fc.record({ kind: fc.constant("add" as const), game: someGame }),
);

/** Applies the edit and returns the id of the game. */
async function applyEdit(change: Edit): Promise<number> {
  if (change.kind === "add") {
    const [id] = await addCatalogue(db, [change.game]);
    ids.push(id!);
    return id!;
  }
  const id = ids[change.at % ids.length]!;
  if (change.kind === "price") await recordOffers(db, observe(id, change.offers), { now: new Date() });
  if (change.kind === "delete") await db.delete(games).where(eq(games.id, id));
  if (change.kind === "facts") {
    const { offers: _, ...facts } = change.game;
    await db
      .update(games)
      .set({ ...facts, ...derivedOf(facts) })
      .where(eq(games.id, id));
  }
  return id;
}

describe("a catalogue that follows the database", () => {
  test("merges changes without a rebuild", async () => {
    const buildsBefore = builds;
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async (edits) => {
        const changed: number[] = [];
        for (const change of edits) changed.push(await applyEdit(change));
        await gameIndex.handleChange(changed);
        await expectSameAsDatabase();
      }),
      { numRuns: repeats(4, 12), endOnFailure: true },
    );
    expect(builds).toBe(buildsBefore);
  });

  test("finds the same as the database after any changes, for any query", async () => {
    const someQueries = fc.array(someQuery, { minLength: queriesPerState, maxLength: queriesPerState });
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 12 }),
        fc.boolean(),
        someQueries,
        async (edits, rebuilt, queries) => {
          const changed: number[] = [];
          for (const change of edits) changed.push(await applyEdit(change));
          await gameIndex.handleChange(rebuilt && edits.length > 10 ? "*" : changed);
          for (const one of queries) expect({ one, ...find(one) }).toEqual({ one, ...(await findBySql(db, one)) });
        },
      ),
      { numRuns: repeats(2, 500), endOnFailure: true },
    );
  });

  test("a deleted game can be added again with its id", async () => {
    const id = ids.at(-1)!;
    await db.delete(games).where(eq(games.id, id));
    await gameIndex.handleChange([id]);
    await db.execute(sql`insert into games (id, title, title_folded, title_key) overriding system value
      values (${id}, 'Back again', 'back again', 'back again')`);
    await gameIndex.handleChange([id]);
    await expectSameAsDatabase();
    expect(gameIndex.find(us, { ...fixedQueries[0]!, search: "back again" }).ids).toEqual([id]);
  });

  test("more new titles than searches scan one by one cause a rebuild, and none is missing", async () => {
    const buildsBefore = builds;
    const added = await addCatalogue(db, sampleGames(700, 2));
    await gameIndex.handleChange(added);
    await expectSameAsDatabase();
    await expect.poll(() => builds).toBe(buildsBefore + 1);
    await gameIndex.handleChange("*");
    await expectSameAsDatabase();
  });

  test("new games beyond the capacity appear as well", async () => {
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into games (title, title_folded, title_key)
      select 'Extra ' || n, 'extra ' || n, 'extra ' || n from generate_series(1, 2500) n returning id`);
    await gameIndex.handleChange(rows.map(({ id }) => id));
    await expect.poll(() => gameIndex.find(us, { ...fixedQueries[0]!, search: "extra" }).total).toBe(2_500);
    await expectSameAsDatabase();
    const extra = rows.map(({ id }) => id);
    await db.delete(games).where(inArray(games.id, extra));
    await gameIndex.handleChange(extra);
    await expectSameAsDatabase();
  });

  test("a change increases the version, and lists have the changed price", async () => {
    const [id] = await addCatalogue(db, [{ title: "Priced", offers: { gog: { priceMinor: 999 } } }]);
    await gameIndex.handleChange([id!]);
    expect(await gameIndex.listGames(us, [id!])).toMatchObject([{ best_price: 9.99 }]);
    const versionBefore = gameIndex.version;
    await recordOffers(db, observe(id!, { gog: { priceMinor: 499 } }), { now: new Date() });
    await gameIndex.handleChange([id!]);
    expect(gameIndex.version).toBeGreaterThan(versionBefore);
    expect(await gameIndex.listGames(us, [id!])).toMatchObject([{ best_price: 4.99, best_store: "gog" }]);
  });

  test("the facts of a game change together with the lists, also in a rebuild", async () => {
    const [id] = await addCatalogue(db, [{ title: "Old name" }]);
    await gameIndex.handleChange([id!]);
    await db.update(games).set({ title: "New name", titleFolded: "new name" }).where(eq(games.id, id!));
    const versionBefore = gameIndex.version;
    await gameIndex.handleChange("*");
    expect(gameIndex.version).toBeGreaterThan(versionBefore);
    expect(await gameIndex.listGames(us, [id!])).toMatchObject([{ title: "New name" }]);
    expect(gameIndex.find(us, { ...fixedQueries[0]!, search: "new name" }).ids).toEqual([id]);
    await db.delete(games).where(eq(games.id, id!));
    await gameIndex.handleChange([id!]);
    expect(await gameIndex.listGames(us, [id!])).toEqual([]);
  });

  test("games come in the requested order, without unknown ones", async () => {
    const [one, two] = (await addCatalogue(db, [{ title: "One" }, { title: "Two" }])) as [number, number];
    await gameIndex.handleChange([one, two]);
    expect((await gameIndex.listGames(us, [two, 999_999_999, one, two])).map(({ id }) => id)).toEqual([two, one, two]);
  });
});

test("a database that cannot be read fails the start", async () => {
  const nowhere = { ...connection, connectionString: undefined, host: "127.0.0.1", port: 1 };
  await expect(startGameIndex({ db, connection: nowhere, log })).rejects.toThrow("ECONNREFUSED");
});
