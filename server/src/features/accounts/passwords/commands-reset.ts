import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { desc, eq } from "../../../platform/db/drizzle.ts";
import { enqueue } from "../../../platform/jobs/enqueue.ts";
import { createToken, hashToken } from "../../../platform/process/token.ts";
import { listChannels } from "../../notifications/channels/queries-channels.ts";
import { users } from "../../users/table.ts";
import { listKeys } from "../api-keys/queries.ts";
import { recordOwnChange } from "../commands-audit.ts";
import { type Mailing, queueAccountMail } from "../commands-mail.ts";
import { reclaimAccount } from "../commands-reclaim.ts";
import { listFactors } from "../factors/queries.ts";
import type { UserRow } from "../present.ts";
import { type Access, toResetMail } from "../present-mail.ts";
import { findResetUserId, findUser, findUserByEmail, lockUser } from "../queries.ts";
import { endAllSessions, endPendingLinks } from "../sessions/commands-session.ts";
import { passwordResets } from "../table.ts";
import { type NetworkHash, rememberNetwork } from "./commands-brute-force.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./policy-password.ts";

const lifetimeMs = 3_600_000;

/** Valid links per account: with one, anyone could invalidate the owner's link by requesting another. */
const maxLinks = 2;

export interface ResetRequest {
  email: string;
}

/** Requests a reset mail. The job looks the address up, so that this call takes the same time for unknown ones. */
export async function requestReset(db: Db, email: string): Promise<void> {
  await enqueue(db, "password-reset", [{ email } satisfies ResetRequest]);
}

/** Mails a link for a new password, if an account has the address. */
export async function sendReset(db: Db, { email }: ResetRequest, mailing: Mailing): Promise<void> {
  const found = await findUserByEmail(db, email);
  if (!found) return;
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, found.id);
    // changed or deleted in the meantime
    if (user && user.emailKey === found.emailKey) await mailReset(tx, user, mailing);
  });
}

/** Mails a link for a new password to a locked account; the two newest links are valid. */
export async function mailReset(tx: Db, user: UserRow, mailing: Mailing): Promise<void> {
  if (user.email === null) return;
  const token = createToken();
  await tx.insert(passwordResets).values({
    tokenHash: hashToken(token),
    userId: user.id,
    expiresAt: new Date(mailing.now.getTime() + lifetimeMs),
  });
  const outdated = await tx
    .select({ tokenHash: passwordResets.tokenHash })
    .from(passwordResets)
    .where(eq(passwordResets.userId, user.id))
    .orderBy(desc(passwordResets.expiresAt))
    .offset(maxLinks);
  for (const { tokenHash } of outdated) await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash));
  await queueAccountMail(tx, user.email, toResetMail(user, await findAccess(tx, user.id), token), mailing);
}

/**
 * Sets a new password by the token of a reset mail. Ends all sessions and pending links, marks the address as
 * verified, and adds the caller's network to the known ones. Throws `invalid` for an invalid token.
 */
export async function confirmReset(
  db: Db,
  { token, password }: { token: string; password: string },
  { network, now }: { network: NetworkHash; now: Date },
): Promise<void> {
  const tokenHash = hashToken(token);
  // checked before hashing, which is expensive
  const userId = await findResetUserId(db, tokenHash, now);
  const owner = userId === null ? null : await findUser(db, userId);
  if (!owner || userId === null) throw invalidLink();
  await requireGoodPassword(db, owner, password, "password");
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const used = await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash)).returning();
    if (!user || used.length === 0) throw invalidLink();
    // never confirmed: someone else may have registered the address to wait for its owner (pre-hijacking)
    if (!user.emailVerified) await reclaimAccount(tx, user, { now });
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
    await replacePassword(tx, user.id, passwordHash);
    await rememberNetwork(tx, user.id, network, now);
    await recordOwnChange(tx, user, { description: "Set a new password by a mailed link" });
  });
}

/** Sets a new password for the operator. Ends all sessions and pending links. */
export async function setPassword(tx: Db, userId: number, password: string): Promise<void> {
  await replacePassword(tx, userId, await hashPassword(password));
}

async function replacePassword(tx: Db, userId: number, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await endPendingLinks(tx, userId);
  await endAllSessions(tx, userId);
}

function invalidLink(): AppError {
  const msg = "This link no longer works. Request a new one.";
  return new AppError("invalid", msg, { details: [{ path: "token", msg }] });
}

/** What gives access to the account besides its password and linked identities, or receives its notifications. */
async function findAccess(db: Db, userId: number): Promise<Access> {
  const factors = await listFactors(db, userId);
  const channels = await listChannels(db, userId);
  return {
    apps: factors.filter(({ kind }) => kind === "totp").length,
    passkeys: factors.filter(({ kind }) => kind === "passkey").length,
    keys: (await listKeys(db, userId)).length,
    channels: channels.map(({ kind, disabledAt }) => (disabledAt ? `${kind}, disabled` : kind)),
  };
}
