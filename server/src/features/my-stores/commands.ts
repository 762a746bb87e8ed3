import type { MyStores } from "contract/my-stores/schema.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { storePreferences } from "./table.ts";

export interface PriceAlerts {
  /** Locks prices against concurrent writes. */
  lockPrices(tx: Db): Promise<void>;
  /** Makes the prices at the chosen stores the baseline of these users' alerts; `users` selects ids. */
  renewAlerts(tx: Db, users: SQL): Promise<void>;
}

/** Sets a user's stores. That changes no price, so no alert fires. */
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
