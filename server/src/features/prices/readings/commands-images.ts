import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";

/** A second change of the same row keeps what was before the first one. */
export const mergeImages = sql`
  on conflict (reading_id, game_id, country, what, store) do update
  set last_at = excluded.last_at, deliverable = excluded.deliverable,
    before = excluded.before || reading_images.before, after = reading_images.after || excluded.after`;

/** The differing values of two rows, as `before` and `after`. */
export function differenceOf(former: SQL, present: SQL): SQL {
  return sql`
    select coalesce(jsonb_object_agg(old.key, old.value), '{}') as before,
      coalesce(jsonb_object_agg(old.key, new.row -> old.key), '{}') as after
    from (select to_jsonb(${present}) as row offset 0) new
    cross join lateral jsonb_each(to_jsonb(${former})) old
    where old.value is distinct from new.row -> old.key`;
}

/**
 * Stores the prices that lists show of these games (rows of game id and country), before a reading changes them. The
 * first image of a reading is kept.
 */
export async function saveListedPrices(tx: Db, reading: number, games: SQL, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into reading_images (reading_id, game_id, country, what, store, at, last_at, before)
    select ${reading}::integer, game_id, country, 'prices', '', ${now}, ${now}, to_jsonb(listed)
    from (${games}) as game (game_id, country)
    left join game_prices listed using (game_id, country)
    on conflict (reading_id, game_id, country, what, store) do update set last_at = excluded.last_at
  `);
}

/** The query `imaged`, which stores what a reading changes of existing offers: of the rows that `updated` returns. */
export function imageOffers(reading: number, time: SQL): SQL {
  return sql`
    imaged as (
      insert into reading_images (reading_id, game_id, country, what, store, at, last_at, deliverable, before, after)
      select ${reading}::integer, updated.game_id, updated.country, 'offer', updated.store, ${time}::timestamptz,
        ${time}::timestamptz, updated.in_stock is not false, difference.*
      from updated
      join offers former using (game_id, country, store)
      cross join lateral (${differenceOf(sql`former`, sql`updated`)}) difference
      ${mergeImages}
    )`;
}
