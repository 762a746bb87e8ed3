import { flatStores } from "contract/stores/flat-stores.ts";
import { otherStore } from "contract/stores/rules.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import { bitsOfOffer, bitsOfStore, launchersOfBits } from "../../stores/queries-launchers.ts";

export interface DerivedFrom {
  /** Rows of game id, country and a highest best price from another source, or null. Each pair once. */
  games: SQL;
  /**
   * Rows of game id, country, store, currency, price and beginning: new periods with the game in stock. Null prices are
   * skipped, and those in another currency than the market's. None by default.
   */
  periods?: SQL;
  /** Rows of game id, country and store whose periods are all in `periods`, so that a previous low does not count. */
  recomputed?: SQL;
  /**
   * Rows of game id, country, store, price, low, its first and its latest beginning, highest price, times of the first
   * price and of the last change, and price before: replace the stored facts of a store whose history was corrected.
   */
  corrected?: SQL;
  /** Not prices changed, but which stores count, which is not a price drop. */
  storesChanged?: boolean;
  now: Date;
}

/**
 * Updates `game_prices` of some games from their offers: the only definition of best price, historical low and highest
 * best price in SQL (spec/prices 3.1, spec/prices 5.1). Only offers of enabled stores in the market's own currency
 * count. Writes a row for each game and country, so that listeners are notified.
 */
export async function saveGamePrices(tx: Db, derivedFrom: DerivedFrom): Promise<void> {
  const { games, periods = noPeriods, recomputed, corrected, storesChanged = false, now } = derivedFrom;
  const unlessStoresChanged = (value: SQL) => (storesChanged ? sql`null` : value);
  const isKnownLow = (store: SQL) =>
    recomputed ? sql`and (known.game_id, known.country, ${store}) not in (${recomputed})` : sql``;
  await tx.execute(sql`
    with touched (game_id, country, known_highest_minor) as (${games}),
    flat as (
      select touched.*, offer.*
      from touched
      -- by key for each game: a join becomes a nested loop over all offers when statistics are outdated
      cross join lateral (${aggregateOffers()}) offer
    ),
    period (game_id, country, store, currency, price_minor, begun_at) as (${periods}),
    ${lows(isKnownLow(sql`low_store`))},
    ${knownStores(corrected)},
    ${storeSums(isKnownLow(sql`known.store`))},
    ${byStore(storesChanged, now)},
    derived as (
      select flat.*, ${launchersOfBits(sql`coalesce(launchers, 0)`)} as activates_on, ${now}::timestamptz as changed_at,
        greatest(known_highest_minor, best_minor) as highest_best_minor, low.price_minor as low_minor,
        low.store as low_store, low.begun_at as low_at, low.begun_at as low_since,
        case when best_minor is not null then ${now}::timestamptz end as best_changed_at,
        first_period.begun_at as history_since, by_store.*
      from flat
      left join low using (game_id, country)
      left join first_period using (game_id, country)
      left join by_store on by_store.of_game = flat.game_id and by_store.of_country = flat.country
    )
    insert into game_prices (
      game_id, country, ${columns}, highest_best_minor, best_changed_at, low_since, history_since
    )
    select game_id, country, ${columns}, highest_best_minor, best_changed_at, low_since, history_since from derived
    on conflict (game_id, country) do update set
      ${assigned},
      highest_best_minor = greatest(game_prices.highest_best_minor, excluded.highest_best_minor),
      best_changed_at =
        ${whenBestChanged(unlessStoresChanged(sql`excluded.best_changed_at`), sql`game_prices.best_changed_at`)},
      previous_best_minor =
        ${whenBestChanged(unlessStoresChanged(sql`game_prices.best_minor`), sql`game_prices.previous_best_minor`)},
      low_since = case when excluded.low_minor = game_prices.low_minor
        then least(game_prices.low_since, excluded.low_since) else excluded.low_since end,
      previous_low_minor = case
        when excluded.low_minor < game_prices.low_minor then game_prices.low_minor
        when excluded.low_minor = game_prices.low_minor then game_prices.previous_low_minor
      end,
      history_since = least(game_prices.history_since, excluded.history_since)
  `);
}

const noPeriods = sql`
  select null::integer, null::text, null::text, null::text, null::integer, null::timestamptz where false`;

/** The columns that are replaced by what is derived; the others also depend on the row before. */
const replacedColumns = `
  ${flatStores.map((store) => `${store}_minor, ${store}_link`).join(", ")}, cdkeys_in_stock, best_minor, best_store,
  regular_minor, official_minor, official_store, sold_at, deliverable_at, activates_on, changed_at, sale_ends_at,
  low_minor, low_store, low_at, official_low_minor, official_low_store, keyshop_low_minor, keyshop_low_store,
  kind_low_minor, kind_high_minor, kind_low_since, kind_since, store_keys, store_minors, store_regulars, store_lows,
  store_lows_since, store_lows_at, store_highs, store_sinces, store_changed_at, store_previous, store_launchers`;
const columns = sql.raw(replacedColumns);
/** All columns of `game_prices` but the generated one. */
export const gamePriceColumns = sql.raw(`
  game_id, country, highest_best_minor, best_changed_at, previous_best_minor, low_since, previous_low_minor,
  history_since, ${replacedColumns}`);
const assigned = sql.raw(
  replacedColumns
    .trim()
    .split(/,\s+/)
    .map((name) => `${name} = excluded.${name}`)
    .join(", "),
);

/** The queries `low`, the lowest price of a game, and `first_period`, since when it has prices. */
function lows(isKnownLow: SQL): SQL {
  return sql`
    candidate as (
      select game_id, country, store, price_minor, begun_at from period join markets using (country)
      where price_minor > 0 and period.currency = markets.currency
      union all
      select known.game_id, known.country, low_store, low_minor, low_at
      from touched ${joinKnown}
      where low_minor is not null ${isKnownLow}
    ),
    low as (
      -- the lowest price, then its latest beginning, then the order of the stores
      select distinct on (game_id, country) candidate.*
      from candidate left join stores on stores.key = store
      order by game_id, country, price_minor, begun_at desc, position
    ),
    first_period as (
      select game_id, country, min(begun_at) as begun_at from candidate group by game_id, country
    )`;
}

/** The query `known_store`: the stored facts of each store, or those that replace them. */
function knownStores(corrected: SQL | undefined): SQL {
  return sql`
    known_store as (
      select known.game_id, known.country, of.*
      from touched ${joinKnown}
      cross join lateral unnest(
        store_keys, store_minors, store_lows, store_lows_since,
        ${ifWhole(sql`store_lows_at`)}, store_highs, ${ifWhole(sql`store_sinces`)}, store_changed_at, store_previous
      ) of (store, minor, low, since, at, high, begun, changed, previous)
      ${corrected ? sql`where (known.game_id, known.country, of.store) not in (${keysOf(corrected)})` : sql``}
      ${corrected ? sql`union all ${corrected}` : sql``}
    )`;
}

const keysOf = (corrected: SQL) => sql`
  select game_id, country, store
  from (${corrected}) corrected (
    game_id, country, store, minor, low, since, at, high, begun, changed, previous
  )`;

/** A process of the last release, which does not know this list, may have written the others meanwhile. */
const ifWhole = (list: SQL) => sql`case when cardinality(${list}) = cardinality(store_keys) then ${list} end`;

const whenBestChanged = (then: SQL, otherwise: SQL) =>
  sql`case when game_prices.best_minor is distinct from excluded.best_minor then ${then} else ${otherwise} end`;

const joinKnown = sql`
  cross join lateral (
    select * from game_prices
    where game_prices.game_id = touched.game_id and game_prices.country = touched.country
    offset 0
  ) known`;

const seconds = (time: SQL) => sql`floor(extract(epoch from ${time}))::float8`;

/** The query `store_sum`: prices of each store from its offer, the new periods, and the stored facts. */
function storeSums(isKnownLow: SQL): SQL {
  const begunAt = seconds(sql`begun_at`);
  return sql`
    store_fact as (
      select game_id, country, offer.store, offer.minor, offer.regular, null::integer as low, null::float8 as since,
        null::float8 as at, offer.minor as high, null::float8 as begun, null::integer as known_minor,
        null::float8 as changed, null::integer as previous, offer.launchers
      from flat cross join lateral unnest(offered_at, offered_minors, offered_regulars, offered_launchers)
        offer (store, minor, regular, launchers)
      union all
      select game_id, country, store, null, null, price_minor, ${begunAt}, ${begunAt}, price_minor, ${begunAt}, null,
        null, null, null
      from period join markets using (country)
      where price_minor > 0 and period.currency = markets.currency
      union all
      select game_id, country, store, null, null, low, since, coalesce(at, since), high, coalesce(begun, since), null,
        null, null, null
      from known_store known
      where true ${isKnownLow}
      union all
      select game_id, country, store, null, null, null, null, null, null, begun, minor, changed, previous, null
      from known_store
    ),
    store_sum as (
      select game_id, country, store, max(minor) as minor, max(regular) as regular, min(low) as low,
        (array_agg(since order by low, since) filter (where low is not null))[1] as since,
        (array_agg(at order by low, at desc) filter (where low is not null))[1] as at, max(high) as high,
        min(begun) as begun, max(known_minor) as known_minor, max(changed) as changed, max(previous) as previous,
        max(launchers) as launchers
      from store_fact group by game_id, country, store
    )`;
}

/**
 * The query `by_store`: the current and past prices of each store as lists, by game and market. Leaves out stores that
 * neither sell the game nor have a low.
 */
function byStore(storesChanged: boolean, now: Date): SQL {
  return sql`
    by_store as (
      select game_id as of_game, country as of_country,
        ${inOrder(sql`store`)} as store_keys,
        ${inOrder(sql`minor`)} as store_minors,
        ${inOrder(sql`regular`)} as store_regulars,
        ${inOrder(sql`low`)} as store_lows,
        ${inOrder(sql`since`)} as store_lows_since,
        ${inOrder(sql`at`)} as store_lows_at,
        ${inOrder(sql`high`)} as store_highs,
        ${inOrder(sql`begun`)} as store_sinces,
        ${inOrder(sql`
          case when minor is null then null when is_other then ${seconds(sql`${now}::timestamptz`)} else changed end
        `)} as store_changed_at,
        ${inOrder(sql`case when is_other then known_minor else previous end`)} as store_previous,
        ${inOrder(sql`coalesce(launchers, ${bitsOfStore(sql`store`)})`)} as store_launchers,
        min(low) filter (where is_official) as official_low_minor,
        ${lowestStore(sql`is_official`)} as official_low_store,
        min(low) filter (where not is_official) as keyshop_low_minor,
        ${lowestStore(sql`not is_official`)} as keyshop_low_store,
        min(low) filter (where is_of_best_kind) as kind_low_minor,
        max(high) filter (where is_of_best_kind) as kind_high_minor,
        to_timestamp(
          (array_agg(since order by low, since) filter (where is_of_best_kind and low is not null))[1]
        ) as kind_low_since,
        to_timestamp(min(begun) filter (where is_of_best_kind)) as kind_since
      from (
        select store_sum.*, position, kind = 'official' as is_official,
          (kind = 'official') = (best_store is not distinct from official_store) as is_of_best_kind,
          ${storesChanged ? sql`false` : sql`minor is distinct from known_minor`} as is_other
        from store_sum
        join flat using (game_id, country)
        left join stores on stores.key = store
      ) store_sum
      where minor is not null or low is not null
      group by game_id, country
    )`;
}

const inOrder = (value: SQL) => sql`array_agg(${value} order by position, store)`;

/** The store with the lowest low; of equal ones the first. */
const lowestStore = (condition: SQL) =>
  sql`(array_agg(store order by low, position) filter (where ${condition} and low is not null))[1]`;

/** Aggregates the offers of a game in a market. Of several best offers the first store's counts. */
function aggregateOffers(): SQL {
  const ownStores = flatStores.filter((store) => store !== otherStore);
  const isOther = sql`store not in ${ownStores}`;
  const isSold = sql`price_minor is not null`;
  const first = (column: SQL, condition: SQL) =>
    sql`(array_agg(${column} order by price_minor, position) filter (where ${condition}))[1]`;
  const ofStore = (store: string) => sql`
      max(price_minor) filter (where store = ${store}) as ${sql.identifier(`${store}_minor`)},
      max(link) filter (where store = ${store}) as ${sql.identifier(`${store}_link`)},`;
  return sql`
    select
      ${sql.join(ownStores.map(ofStore))}
      min(price_minor) filter (where ${isOther}) as other_minor,
      ${first(sql`link`, isOther)} as other_link,
      bool_or(in_stock) filter (where store = 'cdkeys') as cdkeys_in_stock,
      min(price_minor) as best_minor,
      ${first(sql`store`, isSold)} as best_store,
      ${first(sql`regular_minor`, isSold)} as regular_minor,
      ${first(sql`coalesce(ends_at, sale_ends_at)`, isSold)} as sale_ends_at,
      min(price_minor) filter (where is_official) as official_minor,
      ${first(sql`store`, sql`${isSold} and is_official`)} as official_store,
      coalesce(array_agg(store order by position) filter (where ${isSold}), '{}') as sold_at,
      coalesce(array_agg(store order by position) filter (where ${isSold} and in_stock is not false), '{}')
        as deliverable_at,
      bit_or(launchers) filter (where ${isSold}) as launchers,
      array_agg(store order by position) as offered_at,
      array_agg(price_minor order by position) as offered_minors,
      array_agg(case when ${isSold} then regular_minor end order by position) as offered_regulars,
      array_agg(launchers order by position) as offered_launchers
    from (
      select store, price_minor, regular_minor, link, in_stock, ends_at, sale_ends_at, position,
        ${bitsOfOffer(sql`store`, sql`activates_on`)} as launchers, kind = 'official' as is_official
      from (
        select * from offers where offers.game_id = touched.game_id and offers.country = touched.country offset 0
      ) offer
      join stores on stores.key = offer.store and stores.enabled
      join markets on markets.country = offer.country and markets.currency = offer.currency
    ) counted`;
}
