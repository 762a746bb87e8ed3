import { type BundleTier, countGames, type SoldBundle } from "contract/bundles/rules.ts";
import { namedGames } from "contract/bundles/schema.ts";
import { AppError } from "contract/core/errors.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, asc, desc, eq, type SQL, sql } from "../../platform/db/drizzle.ts";
import { containsFolded } from "../../platform/db/search.ts";
import { games } from "../games/table.ts";
import { bundleItems, bundleReadings, bundles } from "./table.ts";

export type BundleDbRow = typeof bundles.$inferSelect;

/** Days for which a bundle without a known end counts as on sale after an import last had it. */
const openDays = 14;

// columns of `bundles` are written out: Drizzle would leave out their table, and a subselect would take its own

/** Whether visitors see a bundle: on sale at an enabled store. A membership month is past when the month is. */
export function isShown(now: Date): SQL<boolean> {
  return sql<boolean>`(
    exists (select from stores where stores.key = bundles.store and stores.enabled)
    and (bundles.begins_at is null or bundles.begins_at <= ${now})
    and case when bundles.ends_at is not null then bundles.ends_at > ${now}
      else bundles.edited or bundles.seen_at > ${now}::timestamptz - ${openDays} * interval '1 day' end
  )`;
}

export const isSoldIn = (country: string | SQL, countries = sql`bundles.countries`) =>
  sql`(cardinality(${countries}) = 0 or ${country} = any(${countries}))`;

/** The items of some bundles, in their order, with their games; visitors do not see hidden games. */
export async function listItems(db: Db, bundleIds: readonly number[], { withHidden = false } = {}) {
  if (bundleIds.length === 0) return [];
  return await db
    .select({ item: bundleItems, game: { id: games.id, title: games.title } })
    .from(bundleItems)
    .leftJoin(games, and(eq(games.id, bundleItems.gameId), withHidden ? undefined : sql`not ${games.hidden}`))
    .where(sql`${bundleItems.bundleId} = any(${sql.param([...bundleIds])}::integer[])`)
    .orderBy(asc(bundleItems.bundleId), asc(bundleItems.position));
}

export type ItemRow = Awaited<ReturnType<typeof listItems>>[number];

/** A bundle with its items. */
export interface WholeBundle {
  row: BundleDbRow;
  items: ItemRow[];
}

async function withItems(db: Db, rows: readonly BundleDbRow[], options?: { withHidden: boolean }) {
  const ids = rows.map(({ id }) => id);
  const byBundle = Map.groupBy(await listItems(db, ids, options), ({ item }) => item.bundleId);
  return rows.map((row): WholeBundle => ({ row, items: byBundle.get(row.id) ?? [] }));
}

/** A bundle with the number of its items that are games. */
export interface CountedBundle {
  row: BundleDbRow;
  listedGames: number;
}

const listedGames = sql<number>`(select count(*)::integer from bundle_items
  where bundle_id = bundles.id and kind = 'game')`;

const firstTitles = sql<string[]>`array(select title from bundle_items
  where bundle_id = bundles.id and kind = 'game' order by position limit ${namedGames})`;

export interface ShownFilters {
  country: string;
  store?: StoreKey | undefined;
  /** A game that it has. */
  contains?: number | undefined;
}

/** A page of the bundles on sale in a country, ending soonest first, and how many there are. */
export async function listShownBundles(
  db: Db,
  { country, store, contains }: ShownFilters,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<{ bundles: (CountedBundle & { titles: string[] })[]; total: number }> {
  const listed = and(
    isShown(now),
    isSoldIn(country),
    store === undefined ? undefined : eq(bundles.store, store),
    contains === undefined
      ? undefined
      : sql`exists (select from bundle_items where bundle_id = bundles.id and game_id = ${contains})`,
  );
  const rows = await db
    .select({ row: bundles, listedGames, titles: firstTitles })
    .from(bundles)
    .where(listed)
    .orderBy(sql`bundles.ends_at asc nulls last`, asc(bundles.id))
    .limit(limit)
    .offset(offset);
  return { bundles: rows, total: await db.$count(bundles, listed) };
}

/** A bundle that visitors may see: also a past one, so that links to it keep working. Throws `not_found`. */
export async function requirePublicBundle(db: Db, id: number, now: Date): Promise<WholeBundle> {
  const isPublic = sql`exists (select from stores where stores.key = bundles.store and stores.enabled)
    and (bundles.begins_at is null or bundles.begins_at <= ${now})`;
  const [row] = await db
    .select()
    .from(bundles)
    .where(and(eq(bundles.id, id), isPublic));
  if (!row) throw notFound(id);
  return (await withItems(db, [row]))[0]!;
}

/** The ids of the bundles on sale in a country. */
export async function listShownIds(db: Db, country: string, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: bundles.id })
    .from(bundles)
    .where(and(isShown(now), isSoldIn(country)));
  return rows.map(({ id }) => id);
}

/** The games of a bundle that a user owns. */
export async function listOwned(db: Db, id: number, userId: number): Promise<number[]> {
  const { rows } = await db.execute<{ game: number }>(sql`
    select distinct game_id as game
    from bundle_items join library_games using (game_id)
    where bundle_id = ${id} and user_id = ${userId} and state = 'owned'
  `);
  return rows.map(({ game }) => game);
}

/** The lowest price of each of the games that a store can deliver today, in minor units. */
export async function listDeliverablePrices(
  db: Db,
  gameIds: readonly number[],
  country: string,
): Promise<Map<number, number>> {
  if (gameIds.length === 0) return new Map();
  const { rows } = await db.execute<{ game: number; minor: number }>(sql`
    select game_id as game, min(price_minor) as minor from deliverable_offers
    where country = ${country} and game_id = any(${sql.param([...gameIds])}::integer[])
    group by game_id
  `);
  return new Map(rows.map(({ game, minor }) => [game, minor]));
}

interface SoldRow extends Omit<SoldBundle, "games"> {
  complete: boolean;
  games: number | null;
  listed: number;
  tiers: BundleTier[];
}

/** The bundles that are on sale, or will be, and have games of the catalogue; those that end soonest first. */
export async function listSoldBundles(db: Db, now: Date): Promise<SoldBundle[]> {
  const { rows } = await db.execute<SoldRow & Record<string, unknown>>(sql`
    select bundles.id, countries, complete, games, tiers, ${listedGames} as listed, contains,
      coalesce(extract(epoch from begins_at) * 1000, 0)::float8 as "from",
      coalesce(
        extract(epoch from ends_at), case when edited then 'Infinity'::numeric end,
        extract(epoch from seen_at + ${openDays} * interval '1 day')
      )::float8 * 1000 as until,
      (extract(epoch from ends_at) * 1000)::float8 as "endsAt"
    from bundles
    join stores on stores.key = bundles.store and stores.enabled
    join (
      select bundle_id, array_agg(distinct game_id) as contains from bundle_items
      where game_id is not null group by bundle_id
    ) items on items.bundle_id = bundles.id
    where ends_at is null or ends_at > ${now}
    order by ends_at asc nulls last, bundles.id
  `);
  return rows.map(({ complete, listed, games, ...bundle }) => ({
    ...bundle,
    games: countGames({ complete, games }, listed),
  }));
}

export interface AdminFilters {
  store?: StoreKey | undefined;
  search?: string | undefined;
  state?: "shown" | "hidden" | undefined;
}

/** A page of all bundles for the panel, the latest change first, and how many there are. */
export async function listAllBundles(
  db: Db,
  { store, search = "", state }: AdminFilters,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
) {
  const listed = and(
    store === undefined ? undefined : eq(bundles.store, store),
    containsFolded(search, sql`bundles.title`),
    state === undefined ? undefined : sql`${isShown(now)} = ${state === "shown"}`,
  );
  const rows = await db
    .select({
      row: bundles,
      shown: isShown(now),
      items: sql<number>`(select count(*)::integer from bundle_items where bundle_id = bundles.id)`,
      listedGames,
      unmatched: sql<number>`(select count(*)::integer from bundle_items
        where bundle_id = bundles.id and game_id is null and kind in ('game', 'dlc'))`,
    })
    .from(bundles)
    .where(listed)
    .orderBy(sql`bundles.updated_at desc, bundles.id desc`)
    .limit(limit)
    .offset(offset);
  return { rows, total: await db.$count(bundles, listed) };
}

/** A bundle for the panel. Throws `not_found`. */
export async function requireBundle(db: Db, id: number, now: Date) {
  const [found] = await db
    .select({ row: bundles, shown: isShown(now) })
    .from(bundles)
    .where(eq(bundles.id, id));
  if (!found) throw notFound(id);
  const [{ items }] = (await withItems(db, [found.row], { withHidden: true })) as [WholeBundle];
  const { rows } = await db.execute<{ product: string }>(sql`
    select product_id as product from match_reviews
    where store = ${found.row.store} and decision is null
      and product_id in (select product_id from bundle_items where bundle_id = ${id})
  `);
  return { ...found, items, waiting: new Set(rows.map(({ product }) => product)) };
}

export type EditedBundle = Awaited<ReturnType<typeof requireBundle>>;

/** A page of the readings of all sources, the latest first, and how many there are. */
export async function listReadings(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const readings = await db.select().from(bundleReadings).orderBy(desc(bundleReadings.id)).limit(limit).offset(offset);
  return { readings, total: await db.$count(bundleReadings) };
}

function notFound(id: number): AppError {
  return new AppError("not_found", `There is no bundle ${id}`);
}
