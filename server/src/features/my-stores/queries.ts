import type { Launcher } from "contract/prices/launchers.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, type SQL, type SQLWrapper, sql } from "../../platform/db/drizzle.ts";
import { bitsOfLaunchers, bitsOfOffer } from "../stores/queries-launchers.ts";
import { stores } from "../stores/table.ts";
import { users } from "../users/table.ts";
import { storePreferences } from "./table.ts";

export interface StorePreferences {
  /** Store keys; empty = all stores. */
  stores: string[];
  /** Whether key shops and marketplaces are left out. */
  officialOnly: boolean;
  /** Only offers that activate on one of these count; empty = all offers. */
  activates?: Launcher[];
}

/** A user's stores and launchers; `null` = the user has never chosen. */
export async function findChosenStores(db: Db, userId: number): Promise<StorePreferences | null> {
  const { stores, officialOnly } = storePreferences;
  const [row] = await db
    .select({ stores, officialOnly, activates: users.activates })
    .from(users)
    .leftJoin(storePreferences, eq(storePreferences.userId, users.id))
    .where(eq(users.id, userId));
  if (!row || (row.stores === null && row.activates.length === 0)) return null;
  const { activates } = row;
  const chosen = { stores: row.stores ?? [], officialOnly: row.officialOnly ?? false };
  return activates.length === 0 ? chosen : { ...chosen, activates };
}

/**
 * The user's choice: `stores`, empty or null = all of them, `official_only`, and `launchers`, as bits, null = any. All
 * stores apply when every chosen one is disabled (spec/my-stores 1.1).
 */
export function choiceOf(userId: SQLWrapper): SQL {
  return sql`
    select official_only, case when exists (
      select from stores existing where existing.enabled and existing.key = any(chosen.stores)
    ) then chosen.stores when chosen.user_id is not null then '{}' end as stores,
      nullif(${bitsOfLaunchers(sql`chooser.activates`)}, 0) as launchers
    from users chooser left join store_preferences chosen on chosen.user_id = chooser.id
    where chooser.id = ${userId}`;
}

/**
 * Whether a choice, a row of `choiceOf` or of nulls, includes an offer of a store that activates on these launchers, as
 * bits.
 */
export function isChosen(choice: SQL, store: SQLWrapper, isOfficial: SQL, launchers: SQL): SQL {
  return sql`(coalesce(
    (cardinality(${choice}.stores) = 0 or ${store} = any(${choice}.stores))
    and (not ${choice}.official_only or ${isOfficial}),
    true) and (${choice}.launchers is null or ${choice}.launchers & ${launchers} > 0))`;
}

/** Whether the user's choice includes the offer of the rows of `stores` and `offers`. */
export function looksAtOffer(userId: SQLWrapper): SQL {
  const launchers = bitsOfOffer(sql`${stores.key}`, sql`offers.activates_on`);
  const has = isChosen(sql`choice`, stores.key, sql`${stores.kind} = 'official'`, launchers);
  return sql`not exists (select from (${choiceOf(userId)}) choice where not ${has})`;
}
