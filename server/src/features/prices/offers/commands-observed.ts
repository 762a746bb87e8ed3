import { maxRegularRise } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import { imageOffers } from "../readings/commands-images.ts";
import type { RecordOptions } from "./commands.ts";

/**
 * A query for observations, each offer once: game_id, country, store, currency, price_minor, price_said, regular_minor,
 * regular_said, link, link_said, in_stock, stock_said, product_id, product_said, activates_in, activation_said,
 * ends_at, sale_ends_at (of the price), activates_on, launchers_said. Columns are identified by position; a value
 * without its `_said` flag is ignored.
 */
export type Observed = SQL;

/** The names of these columns in the statements. */
export const observedColumns = sql`
  game_id, country, store, currency, price_minor, price_said, regular_minor, regular_said, link, link_said, in_stock,
  stock_said, product_id, product_said, activates_in, activation_said, ends_at, sale_ends_at, activates_on,
  launchers_said`;

/** An offer that an observation changed, or for which it came too late. */
export interface ObservedOffer {
  gameId: number;
  country: string;
  store: StoreKey;
  currency: string;
  /** Seen before the offer was last seen: nothing was changed, and these are the earlier prices. */
  isLate: boolean;
  priceMinor: number | null;
  regularMinor: number | null;
  /** The price is new or changed. */
  priceChanged: boolean;
  /** The store begins to sell at this price, above 0, with the game in stock. */
  beginsPeriod: boolean;
  /** Visitors see the difference. */
  isVisible: boolean;
  /** The offer before; `null` = there was none. */
  former: FormerOffer | null;
}

interface FormerOffer {
  currency: string;
  /** `null` = not sold, or out of stock. */
  minor: number | null;
  regular: number | null;
}

/** The columns of an offer that observations change. */
const writtenColumns = [
  "currency",
  "price_minor",
  "regular_minor",
  "trusted_regular_minor",
  "link",
  "in_stock",
  "product_id",
  "activates_in",
  "activates_on",
  "sale_ends_at",
  "ends_at",
  "after_minor",
  "after_regular_minor",
  "after_link",
  "was_free_until",
];
const columns = sql.raw(writtenColumns.join(", "));
const assigned = sql.raw(writtenColumns.map((name) => `${name} = changed.${name}`).join(", "));

/**
 * Writes the changed offers and their history in one statement; unchanged ones only with `markSeen`. A price of 0 with
 * an end is a giveaway: until it ends, other observed prices are held back, and the first one afterwards replaces it.
 */
export async function writeObserved(
  tx: Db,
  observed: Observed,
  { now, markSeen = false, isReading = true, byHand = false, reading }: RecordOptions,
): Promise<ObservedOffer[]> {
  const time = sql`${now}::timestamptz`;
  const { rows } = await tx.execute<ObservedOffer & Record<string, unknown>>(sql`
    with observed (${observedColumns}) as (${observed}),
    ${mergedWithOffers(time, { isReading, byHand })},
    changed as materialized (
      select
        *,
        (price_minor, currency) is distinct from (old_price_minor, coalesce(old_currency, currency)) as price_changed,
        regular_minor is distinct from old_regular_minor as regular_changed
      from compared
      where differs and not is_late and (not is_new or exists (select from games where games.id = game_id))
    ),
    added as (
      insert into offers (game_id, country, store, ${columns}, first_seen_at, last_seen_at, reading_id)
      select game_id, country, store, ${columns}, ${time}, ${time}, ${reading ?? null}::integer
      from changed
      where is_new
    ),
    updated as (
      update offers
      set ${assigned}, last_seen_at = ${time}
      from changed
      where offers.game_id = changed.game_id and offers.country = changed.country and offers.store = changed.store
        and not is_new
      returning offers.*
    ),
    ${reading === undefined ? sql`` : sql`${imageOffers(reading, time)},`}
    ${markSeen ? touchUnchanged(time) : sql``}
    recorded as (
      insert into price_history (
        game_id, country, store, currency, recorded_at, price_minor, regular_minor, reading_id
      )
      select game_id, country, store, currency, ${time}, price_minor, regular_minor, ${reading ?? null}::integer
      from changed
      where price_changed or regular_changed
      on conflict (game_id, country, store, recorded_at)
      do update set currency = excluded.currency, price_minor = excluded.price_minor,
        regular_minor = excluded.regular_minor, reading_id = excluded.reading_id
    )
    select
      game_id as "gameId", country, store, currency, false as "isLate", price_minor as "priceMinor",
      regular_minor as "regularMinor",
      price_changed as "priceChanged",
      available_minor is not null and available_minor is distinct from old_available_minor as "beginsPeriod",
      is_visible as "isVisible",
      case when not is_new then json_build_object(
        'currency', old_currency,
        'minor', case when old_in_stock is not false then old_price_minor end,
        'regular', old_regular_minor
      ) end as former
    from changed
    union all
    select game_id, country, store, currency, true, seen_minor, seen_regular_minor, false, false, false, null
    from compared
    where is_late and price_said
  `);
  return rows;
}

/**
 * The query `compared`: each observed offer with its new and old values. `offset 0` keeps PostgreSQL from inlining each
 * step wherever it is used, which would take twice as long.
 */
function mergedWithOffers(time: SQL, { isReading, byHand }: { isReading: boolean; byHand: boolean }): SQL {
  // only a price that a store states by itself can make another one trusted
  const keepsTrusted =
    isReading && !byHand ? sql`not price_said or waits or regular_said and rises_suddenly` : sql`true`;
  return sql`
    ${sortedObservations(time, byHand ? sql`false` : risesSuddenly)},
    ${mergedOffers(keepsTrusted)},
    ${comparedOffers(time)}`;
}

/** Some stores report a regular price below the price, which is ignored. */
const regularOf = (regular: SQL, price: SQL) => sql`case when ${regular} >= ${price} then ${regular} end`;

const available = (price: SQL, stock: SQL) => sql`case when ${price} > 0 and ${stock} is not false then ${price} end`;

/**
 * The query `sorted`: observations with the offers as they were, each classified: a giveaway, the price after a current
 * one, or the price in force.
 */
function sortedObservations(time: SQL, rises: SQL): SQL {
  return sql`
    reported as (
      select
        observed.*,
        coalesce(observed.price_minor = 0 and observed.ends_at > ${time}, false) as gives_away,
        coalesce(old.ends_at > ${time}, false) as is_given_away,
        old.game_id is null as is_new,
        coalesce(old.last_seen_at > ${time}, false) as is_late,
        old.currency as old_currency,
        old.price_minor as old_price_minor,
        old.regular_minor as old_regular_minor,
        old.trusted_regular_minor as old_trusted_regular_minor,
        case when old.currency = observed.currency then coalesce(old.trusted_regular_minor, old.regular_minor) end
          as trusted_minor,
        old.link as old_link,
        old.in_stock as old_in_stock,
        old.product_id as old_product_id,
        old.activates_in as old_activates_in,
        old.activates_on as old_activates_on,
        old.sale_ends_at as old_sale_ends_at,
        old.ends_at as old_ends_at,
        old.after_minor as old_after_minor,
        old.after_regular_minor as old_after_regular_minor,
        old.after_link as old_after_link,
        old.was_free_until as old_was_free_until,
        old.last_seen_at as old_last_seen_at
      from observed
      left join offers old
        on old.game_id = observed.game_id and old.country = observed.country and old.store = observed.store
    ),
    sorted as (
      select
        *,
        price_said and not gives_away and is_given_away as waits,
        price_said and not gives_away and not is_given_away as holds,
        gives_away and old_ends_at is null as begins_giveaway,
        ${rises} as rises_suddenly
      from reported
      offset 0
    )`;
}

/** The query `merged`: what the observation states, and what stays of the offer. */
function mergedOffers(keepsTrusted: SQL): SQL {
  return sql`
    merged as (
      select
        game_id, country, store, is_new, is_late, price_said,
        case when price_said and not waits then currency else coalesce(old_currency, currency) end as currency,
        price_minor as seen_minor,
        ${regularOf(sql`regular_minor`, sql`price_minor`)} as seen_regular_minor,
        case when price_said and not waits then price_minor else old_price_minor end as price_minor,
        case when waits or not regular_said then old_regular_minor
          when rises_suddenly then greatest(trusted_minor, price_minor)
          else regular_minor end as said_regular_minor,
        ${keepsTrusted} as keeps_trusted,
        trusted_minor, old_trusted_regular_minor,
        case when link_said and not waits then link else old_link end as link,
        case when stock_said and not waits then in_stock else old_in_stock end as in_stock,
        -- a giveaway's product may differ from the product that is sold
        case when product_said and not (gives_away and old_product_id is not null) then product_id
          else old_product_id end as product_id,
        case when activation_said then activates_in else old_activates_in end as activates_in,
        case when launchers_said then activates_on else old_activates_on end as activates_on,
        case when price_said and not waits and not gives_away then sale_ends_at
          when price_said and gives_away then null else old_sale_ends_at end as said_sale_ends_at,
        case when gives_away then ends_at when not holds then old_ends_at end as ends_at,
        case when begins_giveaway then old_price_minor
          when waits then price_minor
          when not holds then old_after_minor end as after_minor,
        case when begins_giveaway then old_regular_minor
          when waits and regular_said then ${regularOf(sql`regular_minor`, sql`price_minor`)}
          when not holds then old_after_regular_minor end as after_regular_minor,
        case when begins_giveaway then old_link
          when waits and link_said then link
          when not holds then old_after_link end as after_link,
        old_currency, old_price_minor, old_regular_minor, old_link, old_in_stock, old_product_id, old_activates_in,
        old_ends_at, old_after_minor, old_after_regular_minor, old_after_link, old_was_free_until, old_last_seen_at,
        old_activates_on, old_sale_ends_at
      from sorted
      offset 0
    )`;
}

/** The query `compared`: the merged offers, and in what they differ from before. */
function comparedOffers(time: SQL): SQL {
  return sql`
    compared as materialized (
      select
        *,
        (
          currency, price_minor, regular_minor, link, in_stock, product_id, activates_in, ends_at, after_minor,
          after_regular_minor, after_link, activates_on, sale_ends_at, trusted_regular_minor
        ) is distinct from (
          coalesce(old_currency, currency), old_price_minor, old_regular_minor, old_link, old_in_stock, old_product_id,
          old_activates_in, old_ends_at, old_after_minor, old_after_regular_minor, old_after_link, old_activates_on,
          old_sale_ends_at, old_trusted_regular_minor
        ) as differs,
        is_new or (
          currency, price_minor, regular_minor, link, in_stock, activates_in, ends_at, activates_on, sale_ends_at
        ) is distinct from (
          old_currency, old_price_minor, old_regular_minor, old_link, old_in_stock, old_activates_in, old_ends_at,
          old_activates_on, old_sale_ends_at
        ) as is_visible,
        case
          when old_price_minor = 0 and price_minor is distinct from 0
            and (old_ends_at is not null or old_regular_minor > 0)
          then least(old_ends_at, ${time})
          else old_was_free_until
        end as was_free_until,
        ${available(sql`price_minor`, sql`in_stock`)} as available_minor,
        ${available(sql`old_price_minor`, sql`old_in_stock`)} as old_available_minor
      from (
        select
          *,
          nullif(
            case when keeps_trusted or trusted_minor is null then trusted_minor
              else coalesce(regular_minor, greatest(trusted_minor, price_minor)) end,
            regular_minor
          ) as trusted_regular_minor
        from (
          select
            *,
            ${regularOf(sql`said_regular_minor`, sql`price_minor`)} as regular_minor,
            -- a sale has a price, and ends in the future
            case when said_sale_ends_at > ${time} and price_minor > 0 then said_sale_ends_at end as sale_ends_at
          from merged offset 0
        ) stated
        offset 0
      ) priced
    )`;
}

/**
 * A regular price that rises by more than 60 % together with a sale may be that of a package: until it is seen without
 * the sale, the trusted one counts, or the price if that is higher (spec/prices 2.2).
 */
const risesSuddenly = sql`coalesce(
  price_minor < regular_minor and trusted_minor > 0
    and regular_minor > ${maxRegularRise}::double precision * trusted_minor,
  false
)`;

/** Updates when unchanged offers were last seen. */
function touchUnchanged(time: SQL): SQL {
  return sql`
    seen as (
      update offers
      set last_seen_at = ${time}
      from compared
      where offers.game_id = compared.game_id and offers.country = compared.country and offers.store = compared.store
        and not differs and old_last_seen_at < ${time}
    ),
  `;
}
