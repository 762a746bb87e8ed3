import { AppError } from "contract/errors.ts";
import { desc, eq } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { recordOwnChange } from "./commands-audit.ts";
import { type NetworkHash, rememberNetwork } from "./commands-guessing.ts";
import { endPendingLinks } from "./commands-links.ts";
import { type Mailing, queueAccountMail } from "./commands-mail.ts";
import { endAllSessions } from "./commands-session.ts";
import { hashPassword } from "./password.ts";
import type { UserRow } from "./present.ts";
import { toResetMail } from "./present-mail.ts";
import { findResetUserId, findUserByEmail, lockUser } from "./queries.ts";
import { emailLinks, knownNetworks, passwordResets, users } from "./table.ts";
import { createToken, hashToken } from "./token.ts";

const goodForMs = 3_600_000;

/** So many links of an account are good at a time: whoever asks for more does not void the owner's own at once. */
const maxLinks = 2;

/** What a job of the queue `password-reset` carries. */
export interface ResetRequest {
  email: string;
}

/** Asks for a reset mail. Whether the address is known shows only later, in the job: here it costs the same either way. */
export async function requestReset(db: Db, email: string): Promise<void> {
  await enqueue(db, "password-reset", [{ email } satisfies ResetRequest]);
}

/** Mails a link for a new password, if an account has the address. */
export async function sendReset(db: Db, { email }: ResetRequest, mailing: Mailing): Promise<void> {
  const found = await findUserByEmail(db, email);
  if (!found) return;
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, found.id);
    // changed or deleted since it was found
    if (user && user.emailKey === found.emailKey) await mailReset(tx, user, mailing);
  });
}

/** Mails a link for a new password to an account, which has to be locked; the two newest links are good. */
export async function mailReset(tx: Db, user: UserRow, mailing: Mailing): Promise<void> {
  if (user.email === null) return;
  const token = createToken();
  await tx.insert(passwordResets).values({
    tokenHash: hashToken(token),
    userId: user.id,
    expiresAt: new Date(mailing.now.getTime() + goodForMs),
  });
  const outdated = await tx
    .select({ tokenHash: passwordResets.tokenHash })
    .from(passwordResets)
    .where(eq(passwordResets.userId, user.id))
    .orderBy(desc(passwordResets.expiresAt))
    .offset(maxLinks);
  for (const { tokenHash } of outdated) await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash));
  await queueAccountMail(tx, user.email, toResetMail(user, token), mailing);
}

/**
 * Sets a new password by the token of a reset mail. All sign-ins and pending links end, and the address counts as verified,
 * since the mail arrived; from where it was read, the account may be signed in to whoever else tries. Throws `invalid`
 * when the token is not good (any more).
 */
export async function confirmReset(
  db: Db,
  { token, password }: { token: string; password: string },
  { network, now }: { network: NetworkHash; now: Date },
): Promise<void> {
  const tokenHash = hashToken(token);
  // hashing is dear: nobody gets it for a token that was made up
  const userId = await findResetUserId(db, tokenHash, now);
  if (userId === null) throw notGood();
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const used = await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash)).returning();
    if (!user || used.length === 0) throw notGood();
    if (!user.emailVerified) await removeEarlierClaims(tx, user.id);
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
    await replacePassword(tx, user.id, passwordHash);
    await rememberNetwork(tx, user.id, network, now);
    await recordOwnChange(tx, user, { description: "Set a new password by a mailed link" });
  });
}

/**
 * Nobody had shown that the account's address is theirs, so whoever used the account before may have waited there for the
 * address's owner: what could let them in again, or pass for the owner, goes.
 */
async function removeEarlierClaims(tx: Db, userId: number): Promise<void> {
  await tx.update(users).set({ googleId: null, steamId: null, avatarUrl: null }).where(eq(users.id, userId));
  await tx.delete(emailLinks).where(eq(emailLinks.userId, userId));
  await tx.delete(knownNetworks).where(eq(knownNetworks.userId, userId));
}

/** Sets a new password on the operator's word. All sign-ins and pending links end. */
export async function setPassword(tx: Db, userId: number, password: string): Promise<void> {
  await replacePassword(tx, userId, await hashPassword(password));
}

async function replacePassword(tx: Db, userId: number, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await endPendingLinks(tx, userId);
  await endAllSessions(tx, userId);
}

function notGood(): AppError {
  const msg = "This link is not good any more. Please ask for a new one.";
  return new AppError("invalid", msg, { details: [{ path: "token", msg }] });
}
