import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";

/** As many ids as fit into a notification of the database. */
const perNotification = 500;

/** Notifies every process, once the transaction commits, that the inboxes of users have changed. */
export async function announceInbox(tx: Db, userIds: readonly number[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(userIds.length / perNotification) }, (_, part) =>
    userIds.slice(part * perNotification, (part + 1) * perNotification).join(","),
  );
  await tx.execute(sql`select pg_notify('changes', 'inbox ' || part) from unnest(${sql.param(parts)}::text[]) part`);
}
