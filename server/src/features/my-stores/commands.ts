import type { MyStores } from "contract/my-stores/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq } from "../../platform/db/drizzle.ts";
import { users } from "../users/table.ts";
import { storePreferences } from "./table.ts";

/**
 * Sets a user's stores, and launchers if given. That changes no price, so no rule fires: their states belong to the
 * former choice.
 */
export function setMyStores(db: Db, userId: number, { activates, ...chosen }: MyStores): Promise<void> {
  return db.transaction(async (tx) => {
    await tx
      .insert(storePreferences)
      .values({ userId, ...chosen })
      .onConflictDoUpdate({ target: storePreferences.userId, set: chosen });
    if (activates) await tx.update(users).set({ activates }).where(eq(users.id, userId));
  });
}
