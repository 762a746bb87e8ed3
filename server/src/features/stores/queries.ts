import { AppError, invalid } from "contract/core/errors.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../platform/db/connect.ts";
import { asc, eq, sql } from "../../platform/db/drizzle.ts";
import { offerCounts, stores } from "./table.ts";

export type StoreRow = typeof stores.$inferSelect;

/** The enabled stores, in the order that breaks ties for the best price. */
export function listEnabledStores(db: Db): Promise<StoreRow[]> {
  return db.select().from(stores).where(eq(stores.enabled, true)).orderBy(asc(stores.position), asc(stores.key));
}

/** Throws `invalid`, naming the first key that is not of an enabled store. */
export function requireEnabled(enabled: readonly StoreRow[], keys: readonly StoreKey[], path = "store"): void {
  const unknown = keys.find((key) => !enabled.some((store) => store.key === key));
  if (unknown !== undefined) throw invalid([{ path, msg: `Unknown store: ${unknown}` }]);
}

/** The keys of all stores, enabled or not. */
export async function listStoreKeys(db: Db): Promise<StoreKey[]> {
  const rows = await db.select({ key: stores.key }).from(stores).orderBy(asc(stores.position));
  return rows.map(({ key }) => key);
}

/** All stores with the number of their offers, in tie-break order. */
export function listStores(db: Db): Promise<StoreWithOffers[]> {
  return selectStores(db, undefined);
}

/** One of them. Throws `not_found`. */
export async function requireStore(db: Db, key: StoreKey): Promise<StoreWithOffers> {
  const [store] = await selectStores(db, key);
  if (!store) throw new AppError("not_found", `There is no store ${key}`);
  return store;
}

export type StoreWithOffers = StoreRow & { offers: number };

async function selectStores(db: Db, key: StoreKey | undefined): Promise<StoreWithOffers[]> {
  const counted = db
    .select({ store: offerCounts.store, offers: sql<number>`sum(${offerCounts.offers})::int`.as("offers") })
    .from(offerCounts)
    .where(key === undefined ? undefined : eq(offerCounts.store, key))
    .groupBy(offerCounts.store)
    .as("counted");
  const rows = await db
    .select({ store: stores, offers: sql<number>`coalesce(${counted.offers}, 0)` })
    .from(stores)
    .leftJoin(counted, eq(counted.store, stores.key))
    .where(key === undefined ? undefined : eq(stores.key, key))
    .orderBy(asc(stores.position), asc(stores.key));
  return rows.map(({ store, offers }) => ({ ...store, offers }));
}
