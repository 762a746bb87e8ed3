import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, sql } from "../../../platform/db/drizzle.ts";
import { users } from "../../users/table.ts";
import { notificationDeliveries, notificationSettings } from "../table.ts";
import { accountAddress } from "./config.ts";
import { channels } from "./table.ts";

const isOwnMail = (userId: number) => and(eq(channels.userId, userId), channels.isAlertMail);

/** What mail is called in the user's language. */
const nameInLanguageOf = (userId: number) => sql`
  select current_value from content_strings join users using (language)
  where users.id = ${userId} and key = 'channels.kind.mail'`;

/** The channel of a user's price alerts, which is added with the first one: mail to the account's address. */
export async function ensureAlertMail(tx: Db, userId: number): Promise<number> {
  const [found] = await tx.select({ id: channels.id }).from(channels).where(isOwnMail(userId)).for("key share");
  if (found) return found.id;
  const [added] = await tx
    .insert(channels)
    .values({
      userId,
      kind: "mail",
      name: sql`coalesce((${nameInLanguageOf(userId)}), 'Email')`,
      config: accountAddress,
      schedule: "instant",
      isAlertMail: true,
      verifiedAt: sql`now()`,
    })
    .returning({ id: channels.id });
  return added!.id;
}

/** Stops all alert mail of an account, including what waits for its next digest. The alerts stay. */
export async function stopAlertMail(db: Db, userId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    if (!user) return;
    const channelId = await ensureAlertMail(tx, userId);
    await tx
      .update(channels)
      .set({ disabledAt: now, disabledReason: "owner" })
      .where(and(eq(channels.id, channelId), sql`${channels.disabledAt} is null`));
    await tx
      .update(notificationDeliveries)
      .set({ state: "dropped" })
      .where(and(eq(notificationDeliveries.channelId, channelId), eq(notificationDeliveries.state, "waiting")));
  });
}

/** Lets an account's alerts send mail again, also after all notifications were stopped. */
export async function resumeAlertMail(db: Db, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(channels).set({ disabledAt: null, disabledReason: null }).where(isOwnMail(userId));
    await tx.update(notificationSettings).set({ stoppedAt: null }).where(eq(notificationSettings.userId, userId));
  });
}
