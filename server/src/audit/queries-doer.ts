import { asc, eq } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { auditLog } from "./table.ts";

/** The changes that an administrator has made, the oldest first. What was changed is the site's, and not told. */
export function listChangesOf(db: Db, userId: number) {
  return db
    .select({ performedAt: auditLog.performedAt, action: auditLog.action, description: auditLog.description })
    .from(auditLog)
    .where(eq(auditLog.userId, userId))
    .orderBy(asc(auditLog.id));
}
