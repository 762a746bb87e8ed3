import { AppError } from "contract/errors.ts";
import { type Standing, standingOf } from "contract/roles/rules.ts";
import { and, desc, eq, gt, gte, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import type { Viewer } from "../http/viewer.ts";
import { heldRoles } from "../roles/queries.ts";
import type { SessionRow, UserRow } from "./present.ts";
import { passwordResets, sessions, users } from "./table.ts";
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

/** Whether the sign-in with this token was begun at that time or later. */
export async function isSignedInSince(db: Db, token: string, since: Date): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, hashToken(token)), gte(sessions.createdAt, since)));
  return found.length > 0;
}

/** Whether the token of a reset mail is still good. */
export async function isResetToken(db: Db, token: string, now: Date): Promise<boolean> {
  const found = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, now)));
  return found.length > 0;
}

/** What makes an address unique. A NUL, which the database cannot hold, is in no address. */
export function emailKey(email: string): string {
  return email.toLowerCase().replaceAll("\0", "");
}
