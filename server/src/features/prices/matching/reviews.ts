import type { MatchReason } from "contract/prices/match-schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import type { SourceOffer } from "../sources/source.ts";

/** Products without a candidate are only added while the list is short enough to review. */
const maxListLength = 20_000;

export interface Reviewed {
  /** Uncertain products with their candidates. */
  waiting: readonly { offer: SourceOffer; reason: MatchReason; candidates: readonly number[] }[];
  /** Products that are matched now. */
  settled: readonly string[];
  now: Date;
}

/** Updates the list of waiting products. Decided ones stay. */
export async function saveReviews(db: Db, store: StoreKey, { waiting, settled, now }: Reviewed): Promise<void> {
  if (settled.length > 0) {
    await db.execute(sql`
      delete from match_reviews
      where store = ${store} and decision is null and product_id = any(${sql.param([...settled])}::text[])
    `);
  }
  if (waiting.length === 0) return;
  const rows = waiting.map(({ offer, reason, candidates }) => ({
    product_id: offer.productId,
    title: offer.title ?? null,
    link: offer.link ?? null,
    price_minor: offer.priceMinor ?? null,
    currency: offer.currency,
    candidates,
    reason,
  }));
  const seen = sql`json_to_recordset(${JSON.stringify(rows)})
    as seen (
      product_id text, title text, link text, price_minor integer, currency text, candidates integer[], reason text
    )`;
  await db.execute(sql`
    update match_reviews
    set title = seen.title, link = seen.link, price_minor = seen.price_minor, currency = seen.currency,
      candidates = seen.candidates, reason = seen.reason, seen_count = seen_count + 1, last_seen_at = ${now}
    from ${seen}
    where store = ${store} and match_reviews.product_id = seen.product_id and decision is null
  `);
  // skips existing rows, since each conflict would consume an id
  await db.execute(sql`
    insert into match_reviews (
      store, product_id, title, link, price_minor, currency, candidates, reason, first_seen_at, last_seen_at
    )
    select distinct on (product_id) ${store}::text, product_id, title, link, price_minor, currency, candidates,
      reason, ${now}::timestamptz, ${now}::timestamptz
    from ${seen}
    where not exists (select from match_reviews existing where existing.store = ${store}
      and existing.product_id = seen.product_id)
      and (
        cardinality(candidates) > 0
        or (select count(*) from match_reviews listed where listed.store = ${store}
          and listed.decision is null) < ${maxListLength}
      )
    on conflict (store, product_id) do nothing
  `);
}

/** Whether anything was decided since then, so that an unchanged upstream matches differently. */
export async function wasDecidedSince(db: Db, store: StoreKey, since: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from match_reviews where store = ${store} and decided_at >= ${since} limit 1
  `);
  return Boolean(rowCount);
}
