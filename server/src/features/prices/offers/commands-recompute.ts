import type { StoreKey } from "contract/stores/store-key.ts";
import { type SQL, sql } from "drizzle-orm";
import { textArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { evaluateAlerts, renewAlerts } from "../../alerts/commands.ts";
import { usersWithOnly } from "../../my-stores/queries.ts";
import { asTheyAre, evaluateRules } from "../../notifications/rules/commands-evaluate.ts";
import { saveGamePrices } from "./commands-derive.ts";

export interface StoresChanged {
  stores: readonly StoreKey[];
  /** What of them: whether they are shown, whether they are official, or which of them comes first. */
  what: readonly ("enabled" | "kind" | "order")[];
}

/**
 * Brings what lists show in line with stores that have changed. Must run in the transaction of the change, which holds
 * the price lock. Lows stay, those of stores that are no longer shown too; official lows are recomputed when it has
 * changed which stores are official. Alerts and rules look at the prices of stores that were enabled or disabled; those
 * of users who look at other stores by that start over.
 */
export async function recomputePrices(tx: Db, { stores, what }: StoresChanged, now: Date): Promise<void> {
  if (stores.length === 0) return;
  const games = offeredBy(stores);
  await saveGamePrices(tx, {
    games: sql`select game_id, country, null::integer from (${games}) as game (game_id, country)`,
    periods: what.includes("kind") ? officialLows(games) : noPeriods,
    storesChanged: true,
    now,
  });
  if (!what.includes("enabled")) return;
  await renewAlerts(tx, usersWithOnly(stores));
  await evaluateAlerts(tx, { games, now });
  await evaluateRules(tx, { games: asTheyAre(games), now });
}

/** Rows of game id and country that these stores have a part in: by an offer, or by a low. */
function offeredBy(stores: readonly StoreKey[]): SQL {
  const keys = sql`any(${textArrayOf(stores)}::text[])`;
  return sql`
    select game_id, country from offers where store = ${keys}
    union
    select game_id, country from game_prices where low_store = ${keys} or official_low_store = ${keys}`;
}

/**
 * When each official store first asked its lowest price, which no known low gives way to. Without those that name their
 * stock: there the history does not know what could be had.
 */
function officialLows(games: SQL): SQL {
  return sql`
    select distinct on (game_id, country, store, currency)
      game_id, country, store, currency, price_minor, recorded_at
    from price_history history
    where price_minor > 0
      and store in (select key from stores where kind = 'official')
      and (game_id, country) in (${games})
      and not exists (
        select from offers
        where offers.game_id = history.game_id and offers.country = history.country
          and offers.store = history.store and in_stock is not null
      )
    order by game_id, country, store, currency, price_minor, recorded_at`;
}

const noPeriods = sql`
  select null::integer, null::text, null::text, null::text, null::integer, null::timestamptz where false`;
