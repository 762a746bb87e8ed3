import { AppError } from "contract/errors.ts";
import { and, eq, gt } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { queueMail } from "../mail/queue.ts";
import { type NetworkHash, rememberNetwork } from "./commands-guessing.ts";
import { endAllSessions } from "./commands-session.ts";
import { hashPassword } from "./password.ts";
import { findUserByEmail, isResetToken } from "./queries.ts";
import { passwordResets, users } from "./table.ts";
import { createToken, hashToken } from "./token.ts";

const goodForMs = 3_600_000;

/** What a job of the queue `password-reset` carries. */
export interface ResetRequest {
  email: string;
}

/** Asks for a reset mail. Whether the address is known shows only later, in the job: here it costs the same either way. */
export async function requestReset(db: Db, email: string): Promise<void> {
  await enqueue(db, "password-reset", [{ email } satisfies ResetRequest]);
}

/** Mails a link for a new password, if an account has the address; links mailed before are void from then on. */
export async function sendReset(db: Db, { email }: ResetRequest, now: Date): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user?.email) return;
  const to = user.email;
  const token = createToken();
  await db.transaction(async (tx) => {
    // two requests at once must not leave two good links
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("update");
    await tx.delete(passwordResets).where(eq(passwordResets.userId, user.id));
    await tx.insert(passwordResets).values({
      tokenHash: hashToken(token),
      userId: user.id,
      expiresAt: new Date(now.getTime() + goodForMs),
    });
    await queueMail(tx, {
      to,
      subject: "Choose a new password for {brand}",
      paragraphs: [
        `Hello ${user.displayName ?? user.username},`,
        "somebody, probably you, asked for a new password for your account at {brand}. The link is good once, for one hour.",
      ],
      action: { label: "Choose a new password", path: `/reset-password?token=${token}` },
      reason: "If it was not you, you need not do anything: your password stays as it is.",
    });
  });
}

/**
 * Sets a new password by the token of a reset mail. All sign-ins end, and the address counts as verified, since the mail
 * arrived; from where it was read, the account may be signed in to whoever else tries. Throws `invalid` when the token is
 * not good (any more).
 */
export async function confirmReset(
  db: Db,
  { token, password }: { token: string; password: string },
  { network, now }: { network: NetworkHash; now: Date },
): Promise<void> {
  // hashing is dear: nobody gets it for a token that was made up
  if (!(await isResetToken(db, token, now))) throw notGood();
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const [reset] = await tx
      .delete(passwordResets)
      .where(and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, now)))
      .returning({ userId: passwordResets.userId });
    if (!reset) throw notGood();
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, reset.userId));
    await replacePassword(tx, reset.userId, passwordHash);
    await rememberNetwork(tx, reset.userId, network, now);
  });
}

/** Sets a new password on the operator's word. All sign-ins end. */
export async function setPassword(tx: Db, userId: number, password: string): Promise<void> {
  await replacePassword(tx, userId, await hashPassword(password));
}

async function replacePassword(tx: Db, userId: number, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
  await endAllSessions(tx, userId);
}

function notGood(): AppError {
  const msg = "This link is not good any more. Please ask for a new one.";
  return new AppError("invalid", msg, { details: [{ path: "token", msg }] });
}
