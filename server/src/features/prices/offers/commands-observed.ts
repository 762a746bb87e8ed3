import type { StoreKey } from "contract/stores.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";

/**
 * A query for observations, each offer once: game_id, store, price_cents, price_said, regular_cents, regular_said,
 * link, link_said, in_stock, stock_said, product_id, product_said, ends_at. Their places count, their names do not; a
 * part counts only where it was said.
 */
export type Observed = SQL;

/** An offer that an observation has changed, or that was seen later already. */
export interface ObservedOffer {
  gameId: number;
  store: StoreKey;
  /** Seen before the offer was last seen: nothing was changed, and these are the prices of then. */
  isLate: boolean;
  priceCents: number | null;
  regularCents: number | null;
  /** The price is another than before, or the first. */
  priceChanged: boolean;
  /** The store begins to ask this price, above 0, for something that it can deliver. */
  beginsPeriod: boolean;
  /** Visitors see the difference. */
  isVisible: boolean;
}

/**
 * Writes the changed offers and their history in one statement; unchanged ones only with `markSeen`. A price of 0 with
 * an end is a giveaway: until it ends other observed prices wait, and the first one afterwards replaces it.
 */
export async function writeObserved(
  tx: Db,
  observed: Observed,
  { now, markSeen }: { now: Date; markSeen: boolean },
): Promise<ObservedOffer[]> {
  const time = sql`${now}::timestamptz`;
  const { rows } = await tx.execute<ObservedOffer & Record<string, unknown>>(sql`
    with observed (
      game_id, store, price_cents, price_said, regular_cents, regular_said, link, link_said,
      in_stock, stock_said, product_id, product_said, ends_at
    ) as (${observed}),
    ${mergedWithOffers(time)},
    changed as materialized (
      select
        *,
        price_cents is distinct from old_price_cents as price_changed,
        regular_cents is distinct from old_regular_cents as regular_changed
      from compared
      where differs and not is_late and (not is_new or exists (select from games where games.id = game_id))
    ),
    added as (
      insert into offers (
        game_id, store, price_cents, regular_cents, link, in_stock, product_id, first_seen_at, last_seen_at, ends_at
      )
      select game_id, store, price_cents, regular_cents, link, in_stock, product_id, ${time}, ${time}, ends_at
      from changed
      where is_new
    ),
    updated as (
      update offers
      set price_cents = changed.price_cents,
        regular_cents = changed.regular_cents,
        link = changed.link,
        in_stock = changed.in_stock,
        product_id = changed.product_id,
        last_seen_at = ${time},
        ends_at = changed.ends_at,
        after_cents = changed.after_cents,
        after_regular_cents = changed.after_regular_cents,
        after_link = changed.after_link,
        was_free_until = changed.was_free_until
      from changed
      where offers.game_id = changed.game_id and offers.store = changed.store and not is_new
    ),
    ${markSeen ? touchUnchanged(time) : sql``}
    recorded as (
      insert into price_history (game_id, store, recorded_at, price_cents, regular_cents)
      select game_id, store, ${time}, price_cents, regular_cents
      from changed
      where price_changed or regular_changed
      on conflict (game_id, store, recorded_at)
      do update set price_cents = excluded.price_cents, regular_cents = excluded.regular_cents
    )
    select
      game_id as "gameId", store, false as "isLate", price_cents as "priceCents", regular_cents as "regularCents",
      price_changed as "priceChanged",
      available_cents is not null and available_cents is distinct from old_available_cents as "beginsPeriod",
      is_visible as "isVisible"
    from changed
    union all
    select game_id, store, true, seen_cents, seen_regular_cents, false, false, false
    from compared
    where is_late and price_said
  `);
  return rows;
}

/**
 * The query `compared`: each observed offer with its new and old values. `offset 0` keeps PostgreSQL from inlining each
 * step wherever it is used, which would take twice as long.
 */
function mergedWithOffers(time: SQL): SQL {
  const regularOf = (regular: SQL, price: SQL) =>
    // Stores are known to name a regular price below the price; it is then unknown, and no saving.
    sql`case when ${regular} >= ${price} then ${regular} end`;
  const available = (price: SQL, stock: SQL) => sql`case when ${price} > 0 and ${stock} is not false then ${price} end`;
  return sql`
    -- what the observation is about: a giveaway, the price after one that runs, or the price that holds
    reported as (
      select
        observed.*,
        coalesce(observed.price_cents = 0 and observed.ends_at > ${time}, false) as gives_away,
        coalesce(old.ends_at > ${time}, false) as is_given_away,
        old.game_id is null as is_new,
        coalesce(old.last_seen_at > ${time}, false) as is_late,
        old.price_cents as old_price_cents,
        old.regular_cents as old_regular_cents,
        old.link as old_link,
        old.in_stock as old_in_stock,
        old.product_id as old_product_id,
        old.ends_at as old_ends_at,
        old.after_cents as old_after_cents,
        old.after_regular_cents as old_after_regular_cents,
        old.after_link as old_after_link,
        old.was_free_until as old_was_free_until,
        old.last_seen_at as old_last_seen_at
      from observed
      left join offers old on old.game_id = observed.game_id and old.store = observed.store
    ),
    sorted as (
      select
        *,
        price_said and not gives_away and is_given_away as waits,
        price_said and not gives_away and not is_given_away as holds,
        gives_away and old_ends_at is null as begins_giveaway
      from reported
      offset 0
    ),
    merged as (
      select
        game_id, store, is_new, is_late, price_said, price_cents as seen_cents,
        ${regularOf(sql`regular_cents`, sql`price_cents`)} as seen_regular_cents,
        case when price_said and not waits then price_cents else old_price_cents end as price_cents,
        case when regular_said and not waits then regular_cents else old_regular_cents end as said_regular_cents,
        case when link_said and not waits then link else old_link end as link,
        case when stock_said and not waits then in_stock else old_in_stock end as in_stock,
        -- who gives a game away may be another than who sells it
        case when product_said and not (gives_away and old_product_id is not null) then product_id
          else old_product_id end as product_id,
        case when gives_away then ends_at when not holds then old_ends_at end as ends_at,
        case when begins_giveaway then old_price_cents
          when waits then price_cents
          when not holds then old_after_cents end as after_cents,
        case when begins_giveaway then old_regular_cents
          when waits and regular_said then ${regularOf(sql`regular_cents`, sql`price_cents`)}
          when not holds then old_after_regular_cents end as after_regular_cents,
        case when begins_giveaway then old_link
          when waits and link_said then link
          when not holds then old_after_link end as after_link,
        old_price_cents, old_regular_cents, old_link, old_in_stock, old_product_id, old_ends_at, old_after_cents,
        old_after_regular_cents, old_after_link, old_was_free_until, old_last_seen_at
      from sorted
      offset 0
    ),
    compared as materialized (
      select
        *,
        (price_cents, regular_cents, link, in_stock, product_id, ends_at, after_cents, after_regular_cents, after_link)
          is distinct from (
            old_price_cents, old_regular_cents, old_link, old_in_stock, old_product_id, old_ends_at, old_after_cents,
            old_after_regular_cents, old_after_link
          ) as differs,
        is_new or (price_cents, regular_cents, link, in_stock, ends_at)
          is distinct from (old_price_cents, old_regular_cents, old_link, old_in_stock, old_ends_at) as is_visible,
        case
          when old_price_cents = 0 and price_cents is distinct from 0
            and (old_ends_at is not null or old_regular_cents > 0)
          then least(old_ends_at, ${time})
          else old_was_free_until
        end as was_free_until,
        ${available(sql`price_cents`, sql`in_stock`)} as available_cents,
        ${available(sql`old_price_cents`, sql`old_in_stock`)} as old_available_cents
      from (
        select *, ${regularOf(sql`said_regular_cents`, sql`price_cents`)} as regular_cents from merged offset 0
      ) priced
    )
  `;
}

/** Stamps the offers that are as they were. */
function touchUnchanged(time: SQL): SQL {
  return sql`
    seen as (
      update offers
      set last_seen_at = ${time}
      from compared
      where offers.game_id = compared.game_id and offers.store = compared.store
        and not differs and old_last_seen_at < ${time}
    ),
  `;
}
