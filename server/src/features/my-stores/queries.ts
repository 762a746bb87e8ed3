import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { stores } from "../stores/table.ts";
import { storePreferences } from "./table.ts";

export interface StorePreferences {
  /** Store keys; empty = all stores. */
  stores: string[];
  /** Whether key shops and marketplaces are left out. */
  officialOnly: boolean;
}

/** The stores that a user looks at. */
export async function findStorePreferences(db: Db, userId: number): Promise<StorePreferences> {
  return (await findChosenStores(db, userId)) ?? { stores: [], officialOnly: false };
}

/** The same; `null` = the user has never chosen. */
export async function findChosenStores(db: Db, userId: number): Promise<StorePreferences | null> {
  const { stores, officialOnly } = storePreferences;
  const [row] = await db
    .select({ stores, officialOnly })
    .from(storePreferences)
    .where(eq(storePreferences.userId, userId));
  return row ?? null;
}

/** Whether the user looks at some stores only. */
export function looksAtSome(userId: SQLWrapper): SQL {
  return sql`exists (
    select from store_preferences chosen
    where chosen.user_id = ${userId} and (cardinality(chosen.stores) > 0 or chosen.official_only)
  )`;
}

/** Whether the user looks at the store of the row of `stores`. */
export function looksAtStore(userId: SQLWrapper): SQL {
  return sql`not exists (
    select from store_preferences chosen
    where chosen.user_id = ${userId} and (
      (cardinality(chosen.stores) > 0 and not ${stores.key} = any(chosen.stores))
      or (chosen.official_only and ${stores.kind} <> 'official')
    )
  )`;
}
