import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { notificationDeliveries, notificationMessages } from "../table.ts";
import { channels } from "./table.ts";

/**
 * Disables all channels of an account whose earlier holder may have been someone else, and drops what waits for them.
 * The account's owner can look at each one and enable it again. Rules stay, and reach the inbox and the account's
 * verified address only.
 */
export async function disableAllChannels(tx: Db, userId: number, now: Date): Promise<void> {
  // also those that were disabled already: their owner has to look at all of them
  const disabled = await tx
    .update(channels)
    .set({ disabledAt: now, disabledReason: "ownership_changed", codeHash: null, codeExpiresAt: null })
    .where(and(eq(channels.userId, userId), eq(channels.isAlertMail, false)))
    .returning({ id: channels.id });
  if (disabled.length === 0) return;
  const ids = disabled.map(({ id }) => id);
  await tx
    .update(notificationDeliveries)
    .set({ state: "dropped" })
    .where(and(inArray(notificationDeliveries.channelId, ids), eq(notificationDeliveries.state, "waiting")));
  await tx
    .update(notificationMessages)
    .set({ state: "dropped", finishedAt: now })
    .where(and(inArray(notificationMessages.channelId, ids), eq(notificationMessages.state, "waiting")));
}
