import { toCents } from "contract/core/money.ts";
import { searchWords } from "contract/core/text.ts";
import { gameSorts } from "contract/games/sorting.ts";
import { storeKeys } from "contract/stores.ts";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { primaryReads } from "../../../platform/db/replica/reads.ts";
import { addCatalogue, derivedOf, observe, type TestGame } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { games } from "../table.ts";
import type { CatalogueQuery } from "./query.ts";
import { startCatalogue } from "./read-model.ts";

const database = await createTestDatabase();
const { db } = database;
const connection = { connectionString: database.url };

/** How many times a catalogue has been read as a whole. */
let builds = 0;
const log = { info: () => void builds++, error: (...words: unknown[]) => console.error(...words) };

// Few words, so that titles share them; accents, scripts without case, and what a LIKE would take for patterns.
const word = fc.constantFrom(
  "Dark",
  "Darkest",
  "ÉDEN",
  "éden",
  "Ark",
  "100%",
  "a_b",
  "a\\b",
  "缺氧",
  "ガンダム",
  "Ⅳ",
  "🎮",
  "x",
);
const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const price = fc.option(fc.constantFrom(0, 1, 499, 999, 1_999, 5_999), { freq: 2 });
const offer = fc.record({ priceCents: price, inStock: fc.constantFrom(true, false, null) });
const offers = fc.record({ steam: offer, gog: offer, cdkeys: offer, other: offer }, { requiredKeys: [] });
const game: fc.Arbitrary<TestGame> = fc.record({
  title,
  rating: fc.option(fc.constantFrom(0, 5.5, 7, 8.3, 9.9)),
  tags: fc.constantFrom(null, "Action", "Action, Nudity"),
  playerCount: fc.option(fc.nat({ max: 20 })),
  metacriticScore: fc.option(fc.integer({ min: 1, max: 100 })),
  releaseDate: fc.option(fc.constantFrom("1969-07-20", "1970-01-01", "1999-12-31", "2024-02-29")),
  offers,
});
const query: fc.Arbitrary<CatalogueQuery> = fc.record({
  search: fc.oneof(
    { weight: 2, arbitrary: fc.constant("") },
    fc.constantFrom(
      "dark",
      "DARK ark",
      "ar",
      "a",
      "eden",
      "éd",
      "%",
      "_b",
      "\\",
      "缺",
      "氧 dark",
      "カ",
      "iv",
      "🎮",
      "zz",
    ),
    title,
  ),
  store: fc.option(fc.constantFrom(...storeKeys), { nil: undefined, freq: 1 }),
  max_price: fc.option(fc.constantFrom(0, 4.99, 20), { nil: undefined, freq: 1 }),
  free: fc.boolean(),
  sort: fc.constantFrom(...gameSorts),
  order: fc.constantFrom("ASC", "DESC"),
  showExplicit: fc.boolean(),
  offset: fc.constantFrom(0, 3, 1_000_000_000),
  limit: fc.constantFrom(1, 20, 100_000),
});

const sortColumns: Record<(typeof gameSorts)[number], SQL> = {
  rating: sql`rating`,
  lowest_price: sql`best_cents`,
  // test titles hold no characters that UTF-16 units order otherwise than code points
  title: sql`title_folded collate "C"`,
  release_date: sql`release_date`,
  discount: sql`case when steam_cents > 0 and best_cents < steam_cents
    then floor((steam_cents - best_cents)::float8 / steam_cents * 1000 + 0.5) / 10 end`,
  metacritic_score: sql`metacritic_score`,
  player_count: sql`player_count`,
};

/** What the database itself answers. */
async function findBySql(asked: CatalogueQuery) {
  const sold = asked.store ? sql.raw(`${asked.store}_cents is not null`) : sql`true`;
  const affordable = asked.max_price === undefined ? sql`true` : sql`best_cents <= ${toCents(asked.max_price)}`;
  const matches = searchWords(asked.search).map((one) => sql`and position(${one} in title_folded) > 0`);
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from games left join game_prices on game_id = id
    where ${sold} and ${affordable} ${sql.join(matches, sql` `)}
      and (not ${asked.free ?? false} or least(steam_cents, gog_cents, cdkeys_cents, other_cents) = 0)
      and (${asked.showExplicit} or not explicit)
    order by ${sortColumns[asked.sort]} ${sql.raw(asked.order)} nulls last, id`);
  const ids = rows.map(({ id }) => id);
  return { ids: ids.slice(asked.offset, asked.offset + asked.limit), total: ids.length };
}

/** How many questions each state of a catalogue is asked. */
const queriesEach = 200;

/** Every order, then some searches. */
const questions: CatalogueQuery[] = [
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
  ...fc.sample(query, { numRuns: 25, seed: 7 }),
];

function sampleGames(numRuns: number, seed: number): TestGame[] {
  return fc.sample(game, { numRuns, seed });
}

const ids = await addCatalogue(db, sampleGames(300, 1));
const catalogue = await startCatalogue({ reads: primaryReads({ db, connection }), log });
afterAll(() => catalogue.close());

async function expectSameAsDatabase() {
  for (const asked of questions)
    expect({ asked, ...catalogue.find(asked) }).toEqual({ asked, ...(await findBySql(asked)) });
}

describe("a catalogue as it was read", () => {
  test("finds what the database finds", async () => {
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        expect(catalogue.find(asked)).toEqual(await findBySql(asked));
      }),
      { numRuns: 300 },
    );
  });

  test("names the best rated with a price, then more players first, then by id", async () => {
    for (const showExplicit of [true, false]) {
      const { rows } = await db.execute<{ id: number }>(sql`
        select id from games join game_prices on game_id = id
        where best_cents is not null and (${showExplicit} or not explicit)
        order by rating desc nulls last, player_count desc nulls last, id limit 12`);
      expect(catalogue.homepageIds(showExplicit)).toEqual(rows.map(({ id }) => id));
    }
  });

  test("knows the mean saving, the stock of each store and what may be listed", async () => {
    const { rows } = await db.execute<{ mean: number; steam: number; cdkeys: number; shown: number[] }>(sql`
      select
        round((avg((steam_cents - best_cents) * 100.0 / steam_cents)
          filter (where steam_cents > 0 and best_cents < steam_cents))::numeric, 1)::float8 as mean,
        count(steam_cents)::int as steam,
        (count(*) filter (where cdkeys_cents is not null and cdkeys_in_stock is distinct from false))::int as cdkeys,
        array_agg(id order by id) filter (where not explicit) as shown
      from games left join game_prices on game_id = id`);
    const { mean, steam, cdkeys, shown } = rows[0]!;
    expect(catalogue.averageSavings()).toBe(mean);
    expect(catalogue.inStockCounts()).toMatchObject({ steam, cdkeys });
    expect(catalogue.publicGameIds()).toEqual(shown);
  });
});

type Edit =
  | { kind: "price"; at: number; offers: NonNullable<TestGame["offers"]> }
  | { kind: "facts"; at: number; game: TestGame }
  | { kind: "delete"; at: number }
  | { kind: "add"; game: TestGame };

const at = fc.nat({ max: 10_000 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("price" as const), at, offers }) },
  fc.record({ kind: fc.constant("facts" as const), at, game }),
  fc.record({ kind: fc.constant("delete" as const), at }),
  fc.record({ kind: fc.constant("add" as const), game }),
);

/** Makes the edit and answers the id of the game that it touched. */
async function make(change: Edit): Promise<number> {
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
  test("merges changes in without being read anew", async () => {
    const buildsBefore = builds;
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async (edits) => {
        const changed: number[] = [];
        for (const change of edits) changed.push(await make(change));
        await catalogue.handleChange(changed);
        await expectSameAsDatabase();
      }),
      { numRuns: 12, endOnFailure: true },
    );
    expect(builds).toBe(buildsBefore);
  });

  test("finds what the database finds after any changes, whatever is asked", async () => {
    const asked = fc.array(query, { minLength: queriesEach, maxLength: queriesEach });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 12 }), fc.boolean(), asked, async (edits, rebuilt, queries) => {
        const changed: number[] = [];
        for (const change of edits) changed.push(await make(change));
        await catalogue.handleChange(rebuilt && edits.length > 10 ? "*" : changed);
        for (const one of queries) expect({ one, ...catalogue.find(one) }).toEqual({ one, ...(await findBySql(one)) });
      }),
      { numRuns: repeats(2, 500), endOnFailure: true },
    );
  });

  test("a game that was deleted can come back under its id", async () => {
    const id = ids.at(-1)!;
    await db.delete(games).where(eq(games.id, id));
    await catalogue.handleChange([id]);
    await db.execute(sql`insert into games (id, title, title_folded, title_key) overriding system value
      values (${id}, 'Back again', 'back again', 'back again')`);
    await catalogue.handleChange([id]);
    await expectSameAsDatabase();
    expect(catalogue.find({ ...questions[0]!, search: "back again" }).ids).toEqual([id]);
  });

  test("more new titles than are read one by one make it read the catalogue anew, and none is missing", async () => {
    const buildsBefore = builds;
    const added = await addCatalogue(db, sampleGames(700, 2));
    await catalogue.handleChange(added);
    await expectSameAsDatabase();
    await expect.poll(() => builds).toBe(buildsBefore + 1);
    await catalogue.handleChange("*");
    await expectSameAsDatabase();
  });

  test("more new games than there is room for appear too", async () => {
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into games (title, title_folded, title_key)
      select 'Extra ' || n, 'extra ' || n, 'extra ' || n from generate_series(1, 2500) n returning id`);
    await catalogue.handleChange(rows.map(({ id }) => id));
    await expect
      .poll(() => catalogue.find({ ...questions[0]!, search: "extra" }).total, { timeout: 10_000 })
      .toBe(2_500);
    await expectSameAsDatabase();
    const extra = rows.map(({ id }) => id);
    await db.delete(games).where(inArray(games.id, extra));
    await catalogue.handleChange(extra);
    await expectSameAsDatabase();
  });

  test("the version grows with a change, and the changed price is the one listed", async () => {
    const [id] = await addCatalogue(db, [{ title: "Priced", offers: { gog: { priceCents: 999 } } }]);
    await catalogue.handleChange([id!]);
    expect(catalogue.listGames([id!])).toMatchObject([{ best_price: 9.99 }]);
    const versionBefore = catalogue.version;
    await recordOffers(db, observe(id!, { gog: { priceCents: 499 } }), { now: new Date() });
    await catalogue.handleChange([id!]);
    expect(catalogue.version).toBeGreaterThan(versionBefore);
    expect(catalogue.listGames([id!])).toMatchObject([{ best_price: 4.99, best_store: "gog" }]);
  });

  test("what is known of a game changes with its place in the lists, also when it is read anew", async () => {
    const [id] = await addCatalogue(db, [{ title: "Old name" }]);
    await catalogue.handleChange([id!]);
    await db.update(games).set({ title: "New name", titleFolded: "new name" }).where(eq(games.id, id!));
    const versionBefore = catalogue.version;
    await catalogue.handleChange("*");
    expect(catalogue.version).toBeGreaterThan(versionBefore);
    expect(catalogue.listGames([id!])).toMatchObject([{ title: "New name" }]);
    expect(catalogue.find({ ...questions[0]!, search: "new name" }).ids).toEqual([id]);
    await db.delete(games).where(eq(games.id, id!));
    await catalogue.handleChange([id!]);
    expect(catalogue.listGames([id!])).toEqual([]);
  });

  test("games come in the order asked for, unknown ones left out", async () => {
    const [one, two] = (await addCatalogue(db, [{ title: "One" }, { title: "Two" }])) as [number, number];
    await catalogue.handleChange([one, two]);
    expect(catalogue.listGames([two, 999_999_999, one, two]).map(({ id }) => id)).toEqual([two, one, two]);
  });
});

test("a database that cannot be read fails the start", async () => {
  const nowhere = { ...connection, connectionString: undefined, host: "127.0.0.1", port: 1 };
  await expect(startCatalogue({ reads: primaryReads({ db, connection: nowhere }), log })).rejects.toThrow(
    "ECONNREFUSED",
  );
});
