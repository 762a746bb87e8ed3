import { AppError } from "contract/core/errors.ts";
import type { StoreKey } from "contract/stores.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import type { SourceOffer } from "../sources/source.ts";

/** Products without a candidate are listed only while the list is short enough to look through. */
const maxListLength = 20_000;

export interface Reviewed {
  /** Products that are not certain, with the games that they may be. */
  waiting: readonly { offer: SourceOffer; candidates: readonly number[] }[];
  /** Products that are certain by now. */
  settled: readonly string[];
  now: Date;
}

/** Updates the list of products that wait for a decision. Decided ones stay. */
export async function saveReviews(db: Db, store: StoreKey, { waiting, settled, now }: Reviewed): Promise<void> {
  if (settled.length > 0) {
    await db.execute(sql`
      delete from match_reviews
      where store = ${store} and decision is null and product_id = any(${sql.param([...settled])}::text[])
    `);
  }
  if (waiting.length === 0) return;
  const rows = waiting.map(({ offer, candidates }) => ({
    product_id: offer.productId,
    title: offer.title ?? null,
    candidates,
  }));
  const seen = sql`json_to_recordset(${JSON.stringify(rows)})
    as seen (product_id text, title text, candidates integer[])`;
  await db.execute(sql`
    update match_reviews
    set title = seen.title, candidates = seen.candidates, seen_count = seen_count + 1, last_seen_at = ${now}
    from ${seen}
    where store = ${store} and match_reviews.product_id = seen.product_id and decision is null
  `);
  // Those that are known are not tried again: each would use up a number.
  await db.execute(sql`
    insert into match_reviews (store, product_id, title, candidates, first_seen_at, last_seen_at)
    select distinct on (product_id) ${store}::store_key, product_id, title, candidates, ${now}::timestamptz,
      ${now}::timestamptz
    from ${seen}
    where not exists (select from match_reviews known where known.store = ${store}
      and known.product_id = seen.product_id)
      and (
        cardinality(candidates) > 0
        or (select count(*) from match_reviews listed where listed.store = ${store}
          and listed.decision is null) < ${maxListLength}
      )
    on conflict (store, product_id) do nothing
  `);
}

export interface MatchReview {
  id: number;
  store: StoreKey;
  productId: string;
  title: string | null;
  /** Those that are games still, best known by their id and title. */
  candidates: { id: number; title: string }[];
  seenCount: number;
  /** `null` = it waits. */
  decision: "accepted" | "rejected" | null;
  /** The game that it was accepted as. */
  gameId: number | null;
}

export interface ReviewFilter {
  store?: StoreKey;
  /** What was decided, instead of what waits. */
  decided?: boolean;
  limit: number;
}

/** The list, most promising first: with candidates, then what was seen most often; decisions with the latest first. */
export async function listReviews(
  db: Db,
  { store, decided = false, limit }: ReviewFilter,
): Promise<{ reviews: MatchReview[]; total: number }> {
  const wanted = sql`(${store ?? null}::store_key is null or store = ${store ?? null})
    and (decision is not null) = ${decided}`;
  const { rows } = await db.execute<Record<keyof MatchReview, unknown>>(sql`
    select id, store, product_id as "productId", title, seen_count as "seenCount", decision, game_id as "gameId",
      coalesce(
        (select json_agg(json_build_object('id', games.id, 'title', games.title) order by games.id)
          from games where games.id = any(candidates)),
        '[]'
      ) as candidates
    from match_reviews
    where ${wanted}
    order by decided_at desc nulls last, cardinality(candidates) = 0, seen_count desc, id
    limit ${limit}
  `);
  const counted = await db.execute<{ total: number }>(sql`
    select count(*)::integer as total from match_reviews where ${wanted}
  `);
  return { reviews: rows as unknown as MatchReview[], total: counted.rows[0]!.total };
}

/** From the next reading on the product is that game. Decides anew what was decided before. Throws `not_found`. */
export async function acceptReview(db: Db, id: number, gameId: number, now: Date): Promise<void> {
  const games = await db.execute(sql`select from games where id = ${gameId}`);
  if (games.rowCount === 0) throw new AppError("not_found", `There is no game ${gameId}`);
  await decide(db, id, sql`decision = 'accepted', game_id = ${gameId}, decided_at = ${now}`);
}

/** From the next reading on the product is none of our games. Throws `not_found`. */
export async function rejectReview(db: Db, id: number, now: Date): Promise<void> {
  await decide(db, id, sql`decision = 'rejected', game_id = null, decided_at = ${now}`);
}

async function decide(db: Db, id: number, decision: ReturnType<typeof sql>): Promise<void> {
  const { rowCount } = await db.execute(sql`update match_reviews set ${decision} where id = ${id}`);
  if (rowCount === 0) throw new AppError("not_found", `There is no match ${id} to review`);
}

/** Whether anything was decided since then: an unchanged upstream then matches differently. */
export async function wasDecidedSince(db: Db, store: StoreKey, since: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from match_reviews where store = ${store} and decided_at >= ${since} limit 1
  `);
  return Boolean(rowCount);
}
