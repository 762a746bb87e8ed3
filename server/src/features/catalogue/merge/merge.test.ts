import { libraryStates } from "contract/library/rules.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { eq, type PgInsertValue, type PgTable, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { signInUser } from "../../../test/users.ts";
import { games } from "../../games/table.ts";
import { libraryGames } from "../../library/table.ts";
import { deleteList } from "../../lists/commands.ts";
import { addItem } from "../../lists/commands-items.ts";
import { gameLists, giftMarks, listItems } from "../../lists/table.ts";
import { setAlert } from "../../notifications/rules/commands-rules.ts";
import { type OfferObservation, recordOffers } from "../../prices/offers/commands.ts";
import { matchReviews } from "../../prices/table.ts";
import { gameMerges } from "../table.ts";
import { mergeGame } from "./commands-merge.ts";
import { unmergeGame } from "./commands-unmerge.ts";

const { db } = await createTestDatabase();
const day = (number: number) => new Date(Date.parse("2026-03-01T00:00:00Z") + number * 24 * 3_600_000);
const users = await Promise.all(["Ada", "Ben", "Cem", "Dora"].map(async (name) => (await signInUser(db, name)).id));
await db.execute(sql`update users set email_verified = true`);

/** An observed offer of one of the two games. */
interface Seen {
  game: 0 | 1;
  store: string;
  country: string;
  priceMinor: number | null;
  regularMinor: number | null;
  productId: string | null;
  inStock: boolean | null;
}

/** A user's items, in the order of wishlist and list; 2 and 3 are other games. */
interface Owner {
  wishlist: (0 | 1 | 2 | 3)[];
  list: (0 | 1 | 2 | 3)[];
  /** The games that a friend gives. */
  gifts: (0 | 1 | 2 | 3)[];
  alerts: { game: 0 | 1; targetMinor: number | null; country: string }[];
  library: { game: 0 | 1; state: "owned" | "ignored" }[];
}

interface Case {
  appids: [boolean, boolean];
  facts: [boolean, boolean];
  seen: Seen[];
  owners: Owner[];
}

const seen = (inStock: fc.Arbitrary<boolean | null>) =>
  fc.record<Seen>({
    game: fc.constantFrom(0, 1),
    store: fc.constantFrom("steam", "gog", "cdkeys", "other"),
    country: fc.constantFrom("US", "US", "GB"),
    priceMinor: fc.constantFrom(null, 0, 499, 999, 999, 1499, 1999),
    regularMinor: fc.constantFrom(null, 1999, 2499),
    productId: fc.constantFrom(null, "p", "q"),
    inStock,
  });

const owner = fc.record<Owner>({
  wishlist: fc.shuffledSubarray([0, 1, 2, 3]),
  list: fc.shuffledSubarray([0, 1, 2, 3]),
  gifts: fc.subarray([0, 1, 2, 3]),
  alerts: fc.uniqueArray(
    fc.record({
      game: fc.constantFrom(0 as const, 1 as const),
      targetMinor: fc.constantFrom(null, 499, 1200, 3000),
      country: fc.constantFrom("US", "US", "GB"),
    }),
    { selector: ({ game }) => game, maxLength: 2 },
  ),
  library: fc.uniqueArray(
    fc.record({ game: fc.constantFrom(0 as const, 1 as const), state: fc.constantFrom(...libraryStates) }),
    { selector: ({ game }) => game, maxLength: 2 },
  ),
});

const catalogue = (inStock: fc.Arbitrary<boolean | null>) =>
  fc.record<Case>({
    appids: fc.tuple(fc.boolean(), fc.boolean()),
    facts: fc.tuple(fc.boolean(), fc.boolean()),
    seen: fc.array(seen(inStock), { maxLength: 14 }),
    owners: fc.array(owner, { minLength: users.length, maxLength: users.length }),
  });

const unreportedStock = fc.constant(null);
const reportedStock = fc.constantFrom(null, true, false);
let appid = 1;

async function build({ appids, facts, seen: all, owners }: Case): Promise<number[]> {
  for (const table of [games, matchReviews, gameMerges, gameLists]) await db.delete(table);
  appid += 4;
  const titles = ["Hades 2", "Hades II", "Sable", "Hades 2: Songs"];
  const ids = await addCatalogue(
    db,
    titles.map((title, n) => ({ title, steamAppid: n < 2 && appids[n] ? appid + n : null })),
  );
  await db.execute(sql`update games set parent_id = ${ids[0]} where id = ${ids[3]}`);
  for (const [n, has] of facts.entries()) {
    if (!has) continue;
    await db.execute(sql`
      insert into game_facts (game_id, source, product_id, details, read_at)
      values (${ids[n]}, 'gog', ${`product ${n}`}, '{}', ${day(0)})`);
  }
  await db.execute(sql`
    insert into match_reviews
      (store, product_id, candidates, game_id, proposed_game_id, decision, first_seen_at, last_seen_at)
    values ('gog', '1', '{}', ${ids[0]}, null, 'accepted', ${day(0)}, ${day(0)}),
      ('gog', '2', array[${ids[0]}, ${ids[1]}]::integer[], null, ${ids[0]}, null, ${day(0)}, ${day(0)})`);
  for (const [n, one] of all.entries()) await see(ids, one, day(n + 1));
  await own(ids, owners);
  return ids;
}

/** Inserts rows, which is faster than commands; only alerts depend on prices. */
async function own(ids: number[], owners: Owner[]): Promise<void> {
  const rowsOf = <T, Row>(itemsOf: (owner: Owner) => readonly T[], toRow: (item: T, n: number, place: number) => Row) =>
    owners.flatMap((one, n) => itemsOf(one).map((item, place) => toRow(item, n, place)));
  const lists = await db
    .insert(gameLists)
    .values(users.map((userId) => ({ userId, name: "List", isGift: true })))
    .returning();
  const wishlists = await db
    .insert(gameLists)
    .values(users.map((userId) => ({ userId, kind: "wishlist" as const, name: "" })))
    .returning();
  await insert(
    listItems,
    rowsOf(
      ({ list }) => list,
      (game, n, place) => ({ listId: lists[n]!.id, gameId: ids[game]!, notes: `${game}`, position: place + 1 }),
    ),
  );
  await insert(
    giftMarks,
    rowsOf(
      ({ gifts }) => gifts,
      (game, n) => ({ listId: lists[n]!.id, gameId: ids[game]!, giverHash: Buffer.from(`giver ${n}`) }),
    ),
  );
  await insert(
    listItems,
    rowsOf(
      ({ wishlist }) => wishlist,
      (game, n, place) => ({ listId: wishlists[n]!.id, gameId: ids[game]!, priority: game, position: place + 1 }),
    ),
  );
  await insert(
    libraryGames,
    rowsOf(
      ({ library }) => library,
      ({ game, state }, n) => {
        return { userId: users[n]!, gameId: ids[game]!, state, source: "manual" as const, addedAt: day(0) };
      },
    ),
  );
  for (const [n, { alerts }] of owners.entries()) {
    for (const { game, ...alert } of alerts)
      await setAlert(db, { userId: users[n]!, gameId: ids[game]!, ...alert }, 99);
  }
}

async function insert<Table extends PgTable>(table: Table, rows: PgInsertValue<Table>[]): Promise<void> {
  if (rows.length > 0) await db.insert(table).values(rows);
}

function see(ids: number[], { game, country, ...offer }: Seen, now: Date) {
  const observed: OfferObservation = {
    ...offer,
    gameId: ids[game]!,
    country,
    currency: country === "GB" ? "GBP" : "USD",
  };
  return recordOffers(db, [observed], { now });
}

/** Everything that a merge changes, without the times of writing. */
async function state(): Promise<Record<string, object[]>> {
  const tables = {
    games: sql`to_jsonb(row) - 'updated_at'`,
    offers: sql`to_jsonb(row)`,
    price_history: sql`to_jsonb(row)`,
    game_prices: sql`to_jsonb(row) - 'changed_at'`,
    list_items: sql`to_jsonb(row)`,
    gift_marks: sql`to_jsonb(row)`,
    library_games: sql`to_jsonb(row)`,
    notification_rules: sql`to_jsonb(row)`,
    notification_events: sql`to_jsonb(row)`,
    match_reviews: sql`to_jsonb(row)`,
    game_facts: sql`to_jsonb(row)`,
    game_merges: sql`to_jsonb(row)`,
    merged_items: sql`to_jsonb(row)`,
  };
  const states = await Promise.all(
    Object.entries(tables).map(async ([table, row]) => {
      const { rows } = await db.execute<{ row: object }>(sql`
        select ${row} as row from ${sql.identifier(table)} row order by ${row}::text`);
      return [table, rows.map((one) => one.row)] as const;
    }),
  );
  return Object.fromEntries(states);
}

/** Users and lists by the table that names them. */
async function ownersOf(gameIds: number[]): Promise<object[]> {
  const { rows } = await db.execute(sql`
    select kind as what, list_id as user_id from list_items join game_lists on game_lists.id = list_id
    where game_id = any(${sql.param(gameIds)}::integer[])
    union select 'gift', list_id from gift_marks where game_id = any(${sql.param(gameIds)}::integer[])
    union select 'library', user_id from library_games where game_id = any(${sql.param(gameIds)}::integer[])
    union select 'alert', user_id from notification_rules where game_id = any(${sql.param(gameIds)}::integer[])
    order by 1, 2`);
  return rows;
}

/** Whether the row belongs to this list. */
const isOf = (owner: object, listId: number) => {
  const { what, user_id: id } = owner as { what: string; user_id: number };
  return (what === "list" || what === "gift") && id === listId;
};

async function placesOf(table: string, gameIds: number[]): Promise<object[]> {
  const { rows } = await db.execute(sql`
    select distinct country, store from ${sql.identifier(table)}
    where game_id = any(${sql.param(gameIds)}::integer[]) order by 1, 2`);
  return rows;
}

/** Lists whose places are not 1, 2, 3… */
async function brokenLists(): Promise<object[]> {
  const { rows } = await db.execute(sql`
    select list_id from list_items group by list_id
    having array_agg(position order by position) <> array(select generate_series(1, count(list_items.id)::integer))`);
  return rows;
}

const lowsByHistory = sql`
  select game_id, country, min(price_minor) as low
  from price_history join markets using (country, currency) where price_minor > 0 group by game_id, country`;

/** Prices in lists that don't match offers and history. */
async function wrongPrices(): Promise<object[]> {
  const { rows } = await db.execute(sql`
    select game_id, country, shown.low_minor, history.low, shown.best_minor, offered.best
    from game_prices shown
    left join (${lowsByHistory}) history using (game_id, country)
    left join (
      select game_id, country, min(price_minor) as best from offers join markets using (country, currency)
      group by game_id, country
    ) offered using (game_id, country)
    where shown.low_minor is distinct from history.low or shown.best_minor is distinct from offered.best`);
  return rows;
}

/** Histories that repeat a price, or don't end with the offer's price. */
async function wrongHistories(): Promise<object[]> {
  const { rows } = await db.execute(sql`
    select * from (
      select *, lag(price_minor) over line as before, lag(regular_minor) over line as regular_before,
        row_number() over line as place, lead(recorded_at) over line as next
      from price_history window line as (partition by game_id, country, store order by recorded_at)
    ) record
    left join offers using (game_id, country, store)
    where (place > 1 and (record.price_minor, record.regular_minor) is not distinct from (before, regular_before))
      or (next is null and offers.price_minor is distinct from record.price_minor)`);
  return rows;
}

/** Former prices of a store that are lower than the merged history at that time. */
async function lostPrices(before: Record<string, object[]>): Promise<object[]> {
  const { rows } = await db.execute(sql`
    select former.* from jsonb_populate_recordset(null::price_history, ${JSON.stringify(before.price_history)}) former
    where price_minor is not null and not exists (
      select from (
        select price_minor from price_history
        where (country, store) = (former.country, former.store) and recorded_at <= former.recorded_at
        order by recorded_at desc limit 1
      ) in_force where in_force.price_minor <= former.price_minor
    )`);
  return rows;
}

const runs = { numRuns: repeats(6, 400), seed: 2026 };

test("a merge preserves every user, offer and price, and its undo restores the exact state", async () => {
  await fc.assert(
    fc.asyncProperty(catalogue(unreportedStock), async (one) => {
      const [a, b] = (await build(one)) as [number, number];
      const before = await state();
      const owners = await ownersOf([a, b]);
      const places = [await placesOf("offers", [a, b]), await placesOf("price_history", [a, b])];
      await mergeGame(db, null, { id: a, intoId: b, now: day(50) });
      const merged = await state();
      expect(merged.games).toHaveLength(before.games!.length - 1);
      expect(await ownersOf([b])).toEqual(owners);
      expect([await placesOf("offers", [b]), await placesOf("price_history", [b])]).toEqual(places);
      expect(await lostPrices(before)).toEqual([]);
      expect(await brokenLists()).toEqual([]);
      expect(await wrongPrices()).toEqual([]);
      expect(await wrongHistories()).toEqual([]);
      expect(merged.notification_events).toHaveLength(before.notification_events!.length);
      await unmergeGame(db, null, a, day(60));
      expect(await state()).toEqual(before);
    }),
    runs,
  );
}, 600_000);

test("so does a merge with stores that report stock", async () => {
  await fc.assert(
    fc.asyncProperty(catalogue(reportedStock), async (one) => {
      const [a, b] = (await build(one)) as [number, number];
      const before = await state();
      const lows = await lowOf([a, b]);
      await mergeGame(db, null, { id: a, intoId: b, now: day(50) });
      expect(await lowOf([b])).toEqual(lows);
      await unmergeGame(db, null, a, day(60));
      expect(await state()).toEqual(before);
    }),
    { ...runs, numRuns: repeats(3, 200) },
  );
}, 600_000);

async function lowOf(gameIds: number[]): Promise<object[]> {
  const { rows } = await db.execute(sql`
    select country, min(low_minor) as low from game_prices
    where game_id = any(${sql.param(gameIds)}::integer[]) group by country order by 1`);
  return rows;
}

test("changes between a merge and its undo stay, and neither sends mail", async () => {
  const later = fc.array(seen(unreportedStock), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(catalogue(unreportedStock), later, async (one, meanwhile) => {
      const ids = await build(one);
      const [a, b] = ids as [number, number];
      const had = await ownersOf([a]);
      const before = await state();
      await mergeGame(db, null, { id: a, intoId: b, now: day(50) });
      for (const [n, more] of meanwhile.entries()) await see(ids, { ...more, game: 1 }, day(51 + n));
      const lists = await db
        .select({ id: gameLists.id, userId: gameLists.userId })
        .from(gameLists)
        .where(eq(gameLists.kind, "list"));
      await deleteList(db, lists[0]!.userId, lists[0]!.id);
      for (const { id: listId, userId } of lists.slice(1))
        await addItem(db, { userId, listId }, { gameId: ids[2]!, notes: "" });
      for (const userId of users) await addItem(db, { userId, listId: "wishlist" }, { gameId: ids[2]! });
      const fired = (await state()).notification_events!.length;
      await unmergeGame(db, null, a, day(60));
      const after = await state();
      expect(after.notification_events).toHaveLength(fired);
      expect(await ownersOf([a])).toEqual(had.filter((owner) => !isOf(owner, lists[0]!.id)));
      expect(
        (await ownersOf([ids[2]!])).filter((owner) => (owner as { what: string }).what === "wishlist"),
      ).toHaveLength(users.length);
      expect(await brokenLists()).toEqual([]);
      expect(await wrongPrices()).toEqual([]);
      expect(await wrongHistories()).toEqual([]);
      const records = (rows: object[], game: number) =>
        (rows as { game_id: number; recorded_at: string }[]).filter(({ game_id }) => game_id === game);
      const olderOf = (rows: object[], game: number) =>
        records(rows, game).filter(({ recorded_at }) => new Date(recorded_at) < day(50));
      for (const game of [a, b])
        expect(olderOf(after.price_history!, game)).toEqual(records(before.price_history!, game));
    }),
    runs,
  );
}, 600_000);
