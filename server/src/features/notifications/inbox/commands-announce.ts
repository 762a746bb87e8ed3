import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";

/** As many ids as fit into a database notification. */
const idsPerNotification = 500;

/** Notifies every process, once the transaction commits, that the inboxes of users have changed. */
export async function announceInbox(tx: Db, userIds: readonly number[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(userIds.length / idsPerNotification) }, (_, part) =>
    userIds.slice(part * idsPerNotification, (part + 1) * idsPerNotification).join(","),
  );
  await tx.execute(sql`select pg_notify('changes', 'inbox ' || part) from unnest(${sql.param(parts)}::text[]) part`);
}
