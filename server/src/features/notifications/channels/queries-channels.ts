import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, asc, eq, sql } from "../../../platform/db/drizzle.ts";
import { channels } from "./table.ts";

export type ChannelRow = typeof channels.$inferSelect;

/** All channels of a user, the oldest first. */
export function listChannels(db: Db, userId: number): Promise<ChannelRow[]> {
  return db.select().from(channels).where(eq(channels.userId, userId)).orderBy(asc(channels.id));
}

export async function findChannel(db: Db, id: number): Promise<ChannelRow | null> {
  const [row] = await db.select().from(channels).where(eq(channels.id, id));
  return row ?? null;
}

/** One of the user's channels. Throws `not_found`. */
export async function requireChannel(db: Db, userId: number, id: number): Promise<ChannelRow> {
  const [row] = await selectChannel(db, userId, id);
  return found(row);
}

/** `requireChannel`, locked until the end of the transaction. */
export async function lockChannel(tx: Db, userId: number, id: number): Promise<ChannelRow> {
  const [row] = await selectChannel(tx, userId, id).for("update");
  return found(row);
}

function selectChannel(db: Db, userId: number, id: number) {
  return db
    .select()
    .from(channels)
    .where(and(eq(channels.userId, userId), eq(channels.id, id)))
    .$dynamic();
}

function found(row: ChannelRow | undefined): ChannelRow {
  if (!row) throw new AppError("not_found", "Channel not found");
  return row;
}

/** When all alert mail of an account was stopped, by itself or with all notifications; `null` = it is on. */
export async function findAlertMailStopped(db: Db, userId: number): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select to_json(coalesce(
      (select disabled_at from channels where user_id = ${userId} and is_alert_mail),
      (select stopped_at from notification_settings where user_id = ${userId})
    )) #>> '{}' as at
  `);
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at);
}
