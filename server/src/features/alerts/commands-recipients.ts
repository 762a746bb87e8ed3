import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { users } from "../accounts/table.ts";
import { alertRecipients, firedAlerts, priceAlerts } from "./table.ts";

/** Stops all alert mail of an account, including its next digest. The alerts themselves stay. */
export async function stopAllAlerts(db: Db, userId: number, now: Date): Promise<void> {
  await setStopped(db, userId, now);
}

/** Lets an account's alerts send mail again. */
export async function resumeAlerts(db: Db, userId: number): Promise<void> {
  await setStopped(db, userId, null);
}

async function setStopped(db: Db, userId: number, stoppedAt: Date | null): Promise<void> {
  await db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("key share");
    if (!user) return;
    await tx
      .insert(alertRecipients)
      .values({ userId, stoppedAt })
      .onConflictDoUpdate({ target: alertRecipients.userId, set: { stoppedAt } });
    if (!stoppedAt) return;
    const own = tx.select({ id: priceAlerts.id }).from(priceAlerts).where(eq(priceAlerts.userId, userId));
    await tx.delete(firedAlerts).where(inArray(firedAlerts.alertId, own));
  });
}
