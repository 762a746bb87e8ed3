import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";

export interface DerivedFrom {
  /** Rows of game id and the highest best price known from elsewhere, or null. Each game once. */
  games: SQL;
  /** Rows of game id, store, price and beginning: new periods with the game in stock. Null prices are skipped. */
  periods: SQL;
  /** Rows of game id and store whose periods are all in `periods`, so that a previous low does not count. */
  recomputed?: SQL;
  now: Date;
}

/**
 * Brings `game_prices` of some games in line with their offers: the one definition of best price, historical low
 * and highest best price in SQL (spec/prices 3.1, spec/prices 5.1). Writes a row for each of the games, so that it is
 * announced.
 */
export async function saveGamePrices(tx: Db, { games, periods, recomputed, now }: DerivedFrom): Promise<void> {
  await tx.execute(sql`
    with touched (game_id, known_highest_cents) as (${games}),
    -- by key for each game: joined, it becomes a nested loop over all offers where statistics are out of date
    flat as (
      select *
      from touched
      cross join lateral (
        select
          max(price_cents) filter (where store = 'steam') as steam_cents,
          max(price_cents) filter (where store = 'gog') as gog_cents,
          max(price_cents) filter (where store = 'cdkeys') as cdkeys_cents,
          max(price_cents) filter (where store = 'other') as other_cents,
          bool_or(in_stock) filter (where store = 'cdkeys') as cdkeys_in_stock
        from offers
        where offers.game_id = touched.game_id
      ) offer
    ),
    best as (
      select *, least(steam_cents, gog_cents, cdkeys_cents, other_cents) as best_cents from flat
    ),
    period (game_id, store, price_cents, begun_at) as (${periods}),
    candidate as (
      select game_id, store, price_cents, begun_at from period where price_cents > 0
      union all
      select known.game_id, low_store, low_cents, low_at
      from touched
      cross join lateral (select * from game_prices where game_prices.game_id = touched.game_id offset 0) known
      where low_cents is not null
        ${recomputed ? sql`and (known.game_id, low_store) not in (${recomputed})` : sql``}
    ),
    low as (
      -- the lowest, then the latest time that it was asked, then the order of the stores
      select distinct on (game_id) * from candidate order by game_id, price_cents, begun_at desc, store
    )
    insert into game_prices (
      game_id, steam_cents, gog_cents, cdkeys_cents, other_cents, cdkeys_in_stock, best_cents, best_store,
      highest_best_cents, low_cents, low_store, low_at, changed_at
    )
    select
      game_id, steam_cents, gog_cents, cdkeys_cents, other_cents, cdkeys_in_stock, best_cents,
      case best_cents
        when steam_cents then 'steam'
        when gog_cents then 'gog'
        when cdkeys_cents then 'cdkeys'
        when other_cents then 'other'
      end::store_key,
      greatest(known_highest_cents, best_cents), low.price_cents, low.store, low.begun_at, ${now}
    from best
    left join low using (game_id)
    on conflict (game_id) do update set
      steam_cents = excluded.steam_cents,
      gog_cents = excluded.gog_cents,
      cdkeys_cents = excluded.cdkeys_cents,
      other_cents = excluded.other_cents,
      cdkeys_in_stock = excluded.cdkeys_in_stock,
      best_cents = excluded.best_cents,
      best_store = excluded.best_store,
      highest_best_cents = greatest(game_prices.highest_best_cents, excluded.highest_best_cents),
      low_cents = excluded.low_cents,
      low_store = excluded.low_store,
      low_at = excluded.low_at,
      changed_at = excluded.changed_at
  `);
}
