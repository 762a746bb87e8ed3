import { AppError } from "contract/errors.ts";
import { type Standing, standingOf } from "contract/roles/rules.ts";
import { and, desc, eq, gt, gte, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import type { Viewer } from "../http/viewer.ts";
import { heldRoles } from "../roles/queries.ts";
import type { EmailLinkRow, SessionRow, UserRow } from "./present.ts";
import { emailLinks, passwordResets, sessions, users } from "./table.ts";
import { hashToken } from "./token.ts";

/** A good sign-in: whose it is, and when it was last used. */
export interface FoundSession {
  viewer: Viewer;
  sessionId: number;
  lastSeenAt: Date;
}

/** The sign-in with this token, or `null` when there is none (any more). */
export function prepareFindSession(db: Db): (token: string, now: Date) => Promise<FoundSession | null> {
  const statement = db
    .select({
      userId: users.id,
      showExplicit: users.showExplicitContent,
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      roles: heldRoles,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), gt(sessions.expiresAt, sql.placeholder("now"))))
    .prepare("find_session");

  return async (token, now) => {
    const [found] = await statement.execute({ tokenHash: hashToken(token), now });
    if (!found) return null;
    const { sessionId, lastSeenAt, roles, ...user } = found;
    return { viewer: { ...user, ...standingOf(roles) }, sessionId, lastSeenAt };
  };
}

/** The account with this email address, in any case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  return user ?? null;
}

/** Whether an account has this address, in any case, and has shown that mail to it reaches the owner. */
export async function isVerifiedAddress(db: Db, email: string): Promise<boolean> {
  return (await findUserByEmail(db, email))?.emailVerified ?? false;
}

export async function findUser(db: Db, userId: number): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return user ?? null;
}

/** The account of a caller. Throws `unauthenticated` when it was deleted a moment ago. */
export async function requireUser(db: Db, userId: number): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (!user) throw new AppError("unauthenticated", "Authentication required");
  return user;
}

/** What the user may do as an administrator. */
export async function findStanding(db: Db, userId: number): Promise<Standing> {
  const [user] = await db.select({ roles: heldRoles }).from(users).where(eq(users.id, userId));
  return standingOf(user?.roles ?? []);
}

/** The user's sign-ins that are still good, the last used first. */
export function listSignIns(db: Db, userId: number, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

/** The account, which nobody else can change until the end of the transaction; lock it before what belongs to it. */
export async function lockUser(tx: Db, userId: number): Promise<UserRow | null> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  return user ?? null;
}

/** The id of the session with this token, or `null` when there is none (any more). */
export async function findSessionId(db: Db, token: string, now: Date): Promise<number | null> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, now)));
  return session?.id ?? null;
}

/** Whether the user's session is still good. */
export async function isSession(db: Db, userId: number, sessionId: number, now: Date): Promise<boolean> {
  const ofUser = and(eq(sessions.userId, userId), eq(sessions.id, sessionId));
  return (await db.$count(sessions, and(ofUser, gt(sessions.expiresAt, now)))) > 0;
}

/**
 * Whether the owner of the session with this token has proved who they are since then: by the password or a provider. An
 * account without a password can only be signed in to by a provider.
 */
export async function isReauthenticated(db: Db, token: string, since: Date): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, hashToken(token)),
        or(gte(sessions.reauthenticatedAt, since), and(isNull(users.passwordHash), gte(sessions.createdAt, since))),
      ),
    );
  return found.length > 0;
}

/** Whose reset link it is, or `null` when it is not good (any more). */
export async function findResetUserId(db: Db, tokenHash: Buffer, now: Date): Promise<number | null> {
  const [found] = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)));
  return found?.userId ?? null;
}

/** The mailed link, or `null` when it is not good (any more). */
export async function findEmailLink(
  db: Db,
  purpose: EmailLinkRow["purpose"],
  tokenHash: Buffer,
  now: Date,
): Promise<EmailLinkRow | null> {
  const [link] = await db
    .select()
    .from(emailLinks)
    .where(and(eq(emailLinks.tokenHash, tokenHash), eq(emailLinks.purpose, purpose), gt(emailLinks.expiresAt, now)));
  return link ?? null;
}

/** The user's mailed links that are still good. */
export function listEmailLinks(db: Db, userId: number, now: Date): Promise<EmailLinkRow[]> {
  return db
    .select()
    .from(emailLinks)
    .where(and(eq(emailLinks.userId, userId), gt(emailLinks.expiresAt, now)))
    .orderBy(emailLinks.expiresAt);
}

/**
 * Whether an account other than `userId` has this address, or gave it up so lately that its owner can still undo that: an
 * undo must not fail because somebody else was quick to take the address.
 */
export async function isAddressTaken(db: Db, key: string, userId: number | null, now: Date): Promise<boolean> {
  const isOthers = userId === null ? undefined : ne(users.id, userId);
  // in this order, an address that changes hands in between is seen by one of the two
  if ((await db.$count(users, and(eq(users.emailKey, key), isOthers))) > 0) return true;
  return isAddressReserved(db, key, userId, now);
}

/** Whether an account other than `userId` gave this address up so lately that its owner can still undo that. */
export async function isAddressReserved(db: Db, key: string, userId: number | null, now: Date): Promise<boolean> {
  const links = and(
    eq(emailLinks.emailKey, key),
    eq(emailLinks.purpose, "undo"),
    gt(emailLinks.expiresAt, now),
    userId === null ? undefined : ne(emailLinks.userId, userId),
  );
  return (await db.$count(emailLinks, links)) > 0;
}

/** What makes an address unique. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
