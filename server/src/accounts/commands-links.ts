import { and, eq } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { emailLinks, passwordResets, users } from "./table.ts";

/**
 * Ends whatever was mailed and could still change the account: links for a new password, and a change of address that is
 * not confirmed. Links that undo a change stay: whoever took an account over must not get rid of them.
 */
export async function endPendingLinks(tx: Db, userId: number): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
  await tx.delete(emailLinks).where(and(eq(emailLinks.userId, userId), eq(emailLinks.purpose, "confirm")));
  await tx.update(users).set({ pendingEmail: null }).where(eq(users.id, userId));
}
