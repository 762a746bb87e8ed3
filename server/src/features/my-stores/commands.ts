import type { MyStores } from "contract/my-stores/schema.ts";
import { eq, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { users } from "../accounts/table.ts";
import { usersOf } from "./queries.ts";
import { storePreferences } from "./table.ts";

export interface PriceAlerts {
  /** Locks prices against concurrent writes. */
  lockPrices(tx: Db): Promise<void>;
  /** Makes the prices at the chosen stores the baseline of these users' alerts; `users` selects ids. */
  renewAlerts(tx: Db, users: SQL): Promise<void>;
}

/** Sets a user's stores, and launchers if given. That changes no price, so no alert fires. */
export function setMyStores(
  db: Db,
  userId: number,
  { activates, ...chosen }: MyStores,
  alerts: PriceAlerts,
): Promise<void> {
  return db.transaction(async (tx) => {
    await alerts.lockPrices(tx);
    await tx
      .insert(storePreferences)
      .values({ userId, ...chosen })
      .onConflictDoUpdate({ target: storePreferences.userId, set: chosen });
    if (activates) await tx.update(users).set({ activates }).where(eq(users.id, userId));
    await alerts.renewAlerts(tx, usersOf(userId));
  });
}
