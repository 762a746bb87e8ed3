import type { StoreKey } from "contract/stores/store-key.ts";
import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { textArrayOf } from "../../platform/db/arrays.ts";
import type { Db } from "../../platform/db/connect.ts";
import { stores } from "../stores/table.ts";
import { storePreferences } from "./table.ts";

export interface StorePreferences {
  /** Store keys; empty = all stores. */
  stores: string[];
  /** Whether key shops and marketplaces are left out. */
  officialOnly: boolean;
}

/** A user's stores; all of them unless the user has chosen. */
export async function findStorePreferences(db: Db, userId: number): Promise<StorePreferences> {
  return (await findChosenStores(db, userId)) ?? { stores: [], officialOnly: false };
}

/** A user's stores; `null` = the user has never chosen. */
export async function findChosenStores(db: Db, userId: number): Promise<StorePreferences | null> {
  const { stores, officialOnly } = storePreferences;
  const [row] = await db
    .select({ stores, officialOnly })
    .from(storePreferences)
    .where(eq(storePreferences.userId, userId));
  return row ?? null;
}

/**
 * The user's choice: `stores`, empty = all of them, and `official_only`; no row = never chosen. All stores apply when
 * every chosen one is disabled (spec/my-stores 1.1).
 */
export function choiceOf(userId: SQLWrapper): SQL {
  return sql`
    select official_only, case when exists (
      select from stores existing where existing.enabled and existing.key = any(chosen.stores)
    ) then chosen.stores else '{}' end as stores
    from store_preferences chosen
    where chosen.user_id = ${userId}`;
}

/** Whether a choice, a row of `choiceOf` or of nulls, includes a store. */
export function isChosen(choice: SQL, store: SQLWrapper, isOfficial: SQL): SQL {
  return sql`coalesce(
    (cardinality(${choice}.stores) = 0 or ${store} = any(${choice}.stores))
    and (not ${choice}.official_only or ${isOfficial}),
    true)`;
}

/** Whether the user has limited the stores. */
export function looksAtSome(userId: SQLWrapper): SQL {
  return sql`exists (
    select from (${choiceOf(userId)}) choice where cardinality(choice.stores) > 0 or choice.official_only
  )`;
}

/** Whether the user's choice includes the store of the row of `stores`. */
export function looksAtStore(userId: SQLWrapper): SQL {
  const has = isChosen(sql`choice`, stores.key, sql`${stores.kind} = 'official'`);
  return sql`not exists (select from (${choiceOf(userId)}) choice where not ${has})`;
}

/** The users whose stores change when these are enabled or disabled: no other chosen one is enabled. */
export function usersWithOnly(keys: readonly StoreKey[]): SQL {
  const these = sql`${textArrayOf(keys)}::text[]`;
  return sql`
    select user_id from store_preferences chosen
    where chosen.stores && ${these} and not exists (
      select from stores existing
      where existing.enabled and existing.key = any(chosen.stores) and existing.key <> all(${these})
    )`;
}
