import type { MyStores } from "contract/my-stores/schema.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { storePreferences } from "./table.ts";

export interface PriceAlerts {
  /** Locks prices against concurrent writes. */
  lockPrices(tx: Db): Promise<void>;
  /** Lets the alerts of these users, rows of ids, take the prices at the chosen stores for known. */
  renewAlerts(tx: Db, users: SQL): Promise<void>;
}

/** Sets the stores that a user looks at. That changes no price, so that no alert fires. */
export function setMyStores(db: Db, userId: number, chosen: MyStores, alerts: PriceAlerts): Promise<void> {
  return db.transaction(async (tx) => {
    await alerts.lockPrices(tx);
    await tx
      .insert(storePreferences)
      .values({ userId, ...chosen })
      .onConflictDoUpdate({ target: storePreferences.userId, set: chosen });
    await alerts.renewAlerts(tx, sql`select ${userId}::int`);
  });
}
