import type { Db } from "../../platform/db/connect.ts";
import { createToken, hashToken } from "../../platform/process/token.ts";
import type { EmailLinkRow, UserRow } from "./present.ts";
import { emailKey } from "./queries.ts";
import { emailLinks } from "./table.ts";

const hour = 3_600_000;
const lifetimeMs = { confirm: 48 * hour, undo: 7 * 24 * hour } as const;

/** Creates a link to be mailed to that address, and returns its token. */
export async function addLink(
  tx: Db,
  userId: number,
  purpose: EmailLinkRow["purpose"],
  email: string,
  now: Date,
): Promise<string> {
  const token = createToken();
  await tx.insert(emailLinks).values({
    tokenHash: hashToken(token),
    userId,
    purpose,
    email,
    emailKey: emailKey(email),
    expiresAt: new Date(now.getTime() + lifetimeMs[purpose]),
  });
  return token;
}

/**
 * Creates a link that takes the account back to its present address (`undoTakeover`), and returns its token; `null`
 * without an address.
 */
export async function addUndoLink(tx: Db, { id, email }: UserRow, now: Date): Promise<string | null> {
  return email === null ? null : addLink(tx, id, "undo", email, now);
}
