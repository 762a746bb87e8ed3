import { eq } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { storePreferences } from "./table.ts";

export interface StorePreferences {
  /** Store keys; empty = all stores. */
  stores: string[];
  /** Whether key shops and marketplaces are left out. */
  officialOnly: boolean;
}

/** The stores that a user looks at. */
export async function findStorePreferences(db: Db, userId: number): Promise<StorePreferences> {
  const [row] = await db.select().from(storePreferences).where(eq(storePreferences.userId, userId));
  return row ?? { stores: [], officialOnly: false };
}
