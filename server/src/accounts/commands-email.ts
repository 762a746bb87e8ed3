import { AppError } from "contract/errors.ts";
import { and, eq, gte, ne, or } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { recordOwnChange } from "./commands-audit.ts";
import { conflict, emailTaken, throwConflict } from "./commands-conflict.ts";
import { endPendingLinks } from "./commands-links.ts";
import { type AccountMail, type Mailing, queueAccountMail } from "./commands-mail.ts";
import { mailReset } from "./commands-reset.ts";
import { endAllSessions } from "./commands-session.ts";
import type { EmailLinkRow, UserRow } from "./present.ts";
import {
  toChangedMail,
  toChangeMail,
  toChangeRequestedMail,
  toConfirmationMail,
  toTakenMail,
  toUndoneMail,
} from "./present-mail.ts";
import { emailKey, findEmailLink, isAddressTaken, lockUser } from "./queries.ts";
import { emailLinks, knownNetworks, users } from "./table.ts";
import { createToken, hashToken } from "./token.ts";

const hour = 3_600_000;
const goodForMs = { confirm: 48 * hour, undo: 7 * 24 * hour } as const;

/** Whether an address may get one more mail that it did not ask for. What it says is nobody's business but the address's. */
export type MayMail = (emailKey: string) => Promise<boolean>;

/** Mails a link that confirms the address of a new account. */
export async function mailConfirmation(tx: Db, user: UserRow, mailing: Mailing): Promise<void> {
  if (user.email === null) return;
  const token = await addLink(tx, user.id, "confirm", user.email, mailing.now);
  await queueAccountMail(tx, user.email, toConfirmationMail(user, token), mailing);
}

/**
 * Begins a change to another address: a link goes there, and one that undoes it to the present address. Nothing but the
 * mail tells whether the address belongs to another account. Returns what changes in the user's row.
 */
export async function requestEmailChange(
  tx: Db,
  user: UserRow,
  email: string,
  options: Mailing & { mayMail: boolean },
): Promise<Pick<UserRow, "pendingEmail">> {
  await dropPendingLinks(tx, user);
  await mailPending(tx, user, email, options);
  await mailUndo(tx, user, toChangeRequestedMail, options);
  await recordOwnChange(tx, user, { description: "Asked for another email address" });
  return { pendingEmail: email };
}

/** Mails again what the account waits for: the link to its unverified address, and that to the pending one. */
export async function resendConfirmation(
  db: Db,
  userId: number,
  { mayMail, ...mailing }: Mailing & { mayMail: MayMail },
): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) return;
    if (user.email && !user.emailVerified && (await mayMail(emailKey(user.email)))) {
      await mailConfirmation(tx, user, mailing);
    }
    const { pendingEmail } = user;
    if (pendingEmail && (await mayMail(emailKey(pendingEmail)))) {
      await mailPending(tx, user, pendingEmail, { ...mailing, mayMail: true });
    }
  });
}

/** Cancels a change that is not confirmed yet. */
export async function cancelEmailChange(db: Db, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user?.pendingEmail) return;
    await dropPendingLinks(tx, user);
    await tx.update(users).set({ pendingEmail: null }).where(eq(users.id, userId));
    await recordOwnChange(tx, user, { description: "Cancelled the change of the email address" });
  });
}

/**
 * Confirms the address that the token was mailed to; a pending one replaces the account's address. Throws `invalid` when
 * the token is not good (any more), `conflict` when another account got the address meanwhile.
 */
export async function confirmEmail(db: Db, token: string, mailing: Mailing): Promise<void> {
  const { now } = mailing;
  const confirm = async (tx: Db) => {
    const { user, link } = await takeLink(tx, "confirm", token, now);
    if (link.emailKey === user.emailKey) {
      await tx.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
      return;
    }
    if (!user.pendingEmail || emailKey(user.pendingEmail) !== link.emailKey) throw notGood();
    if (await isAddressTaken(tx, link.emailKey, user.id, now)) throw conflict([emailTaken]);
    // whoever reads the old address must not set the password of an account that has left it
    await endPendingLinks(tx, user.id);
    await tx
      .update(users)
      .set({ email: user.pendingEmail, emailKey: link.emailKey, emailVerified: true })
      .where(eq(users.id, user.id));
    await mailUndo(tx, user, toChangedMail, mailing);
    await recordOwnChange(tx, user, { description: "Changed the email address" });
  };
  await db.transaction(confirm).catch(throwConflict);
}

/**
 * Restores the address that the token was mailed to. Whoever changed it knew the password or held a session, and may have
 * linked an identity: all of these go, so that the mailbox is the only way in, and a link for a new password is mailed
 * there. So do undo links that are newer, which may be in the hands of the same person; older ones stay for the same
 * reason. Throws `invalid` when the token is not good (any more).
 */
export async function undoEmailChange(db: Db, token: string, mailing: Mailing): Promise<void> {
  const undo = async (tx: Db) => {
    const { user, link } = await takeLink(tx, "undo", token, mailing.now);
    await endPendingLinks(tx, user.id);
    await endAllSessions(tx, user.id);
    await tx.delete(knownNetworks).where(eq(knownNetworks.userId, user.id));
    await tx
      .delete(emailLinks)
      .where(
        and(
          eq(emailLinks.userId, user.id),
          or(gte(emailLinks.expiresAt, link.expiresAt), eq(emailLinks.emailKey, link.emailKey)),
        ),
      );
    const [restored] = await tx
      .update(users)
      .set({
        email: link.email,
        emailKey: link.emailKey,
        emailVerified: true,
        passwordHash: null,
        googleId: null,
        steamId: null,
        avatarUrl: null,
      })
      .where(eq(users.id, user.id))
      .returning();
    await mailReset(tx, restored!, mailing);
    if (user.email && user.emailKey !== link.emailKey) {
      await queueAccountMail(tx, user.email, toUndoneMail(user), mailing);
    }
    await recordOwnChange(tx, user, {
      description: "Undid a change of the email address; sign-ins, password and linked identities were removed",
    });
  };
  await db.transaction(undo).catch(throwConflict);
}

/** The user of a mailed link, locked, and the link, used up. */
async function takeLink(
  tx: Db,
  purpose: EmailLinkRow["purpose"],
  token: string,
  now: Date,
): Promise<{ user: UserRow; link: EmailLinkRow }> {
  const tokenHash = hashToken(token);
  const found = await findEmailLink(tx, purpose, tokenHash, now);
  const user = found && (await lockUser(tx, found.userId));
  if (!user) throw notGood();
  // used by another call while this one waited for the lock
  const [link] = await tx.delete(emailLinks).where(eq(emailLinks.tokenHash, tokenHash)).returning();
  if (!link) throw notGood();
  return { user, link };
}

/** The mail to a pending address: a link for it, or for the owner of another account that somebody tried. */
async function mailPending(
  tx: Db,
  user: UserRow,
  email: string,
  { mayMail, ...mailing }: Mailing & { mayMail: boolean },
): Promise<void> {
  const isTaken = await isAddressTaken(tx, emailKey(email), user.id, mailing.now);
  // also for a taken address, where it is mailed to nobody, so that both take the same time
  const token = await addLink(tx, user.id, "confirm", email, mailing.now);
  const mail = isTaken ? toTakenMail() : toChangeMail(user, token);
  if (mayMail) await queueAccountMail(tx, email, mail, mailing);
}

async function mailUndo(
  tx: Db,
  user: UserRow,
  toMail: (user: UserRow, token: string) => AccountMail,
  mailing: Mailing,
): Promise<void> {
  if (user.email === null) return;
  const token = await addLink(tx, user.id, "undo", user.email, mailing.now);
  await queueAccountMail(tx, user.email, toMail(user, token), mailing);
}

/** Ends the links that were mailed to a pending address. That of the account's own address stays good. */
async function dropPendingLinks(tx: Db, user: UserRow): Promise<void> {
  const ofUser = and(eq(emailLinks.userId, user.id), eq(emailLinks.purpose, "confirm"));
  await tx
    .delete(emailLinks)
    .where(user.emailKey === null ? ofUser : and(ofUser, ne(emailLinks.emailKey, user.emailKey)));
}

async function addLink(
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
    expiresAt: new Date(now.getTime() + goodForMs[purpose]),
  });
  return token;
}

function notGood(): AppError {
  const msg = "This link is not good any more.";
  return new AppError("invalid", msg, { details: [{ path: "token", msg }] });
}
