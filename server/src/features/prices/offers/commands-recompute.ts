import type { StoreKey } from "contract/stores/store-key.ts";
import { textArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import { asTheyAre, evaluateRules } from "../rules/commands-evaluate.ts";
import { saveGamePrices } from "./commands-derive.ts";

export interface StoresChanged {
  stores: readonly StoreKey[];
  /** What changed: whether they are shown, whether they are official, or their order. */
  what: readonly ("enabled" | "kind" | "order")[];
}

/**
 * Updates the prices that lists show after a change of stores. Must run in the transaction of the change, which holds
 * the price lock. Lows stay, also those of disabled stores; those of a kind of store follow the kinds. If stores were
 * enabled or disabled, rules are evaluated.
 */
export async function recomputePrices(tx: Db, { stores, what }: StoresChanged, now: Date): Promise<void> {
  if (stores.length === 0) return;
  const games = offeredBy(stores);
  await saveGamePrices(tx, {
    games: sql`select game_id, country, null::integer from (${games}) as game (game_id, country)`,
    storesChanged: true,
    now,
  });
  if (!what.includes("enabled")) return;
  await evaluateRules(tx, { games: asTheyAre(games), now });
}

/** Rows of game id and country with an offer or a low of these stores. */
function offeredBy(stores: readonly StoreKey[]): SQL {
  const keys = sql`${textArrayOf(stores)}::text[]`;
  return sql`
    select game_id, country from offers where store = any(${keys})
    union
    select game_id, country from game_prices where store_keys && ${keys}`;
}
