import { AppError } from "contract/core/errors.ts";
import { type HeldRole, type Privileges, privilegesOf, superAdminRole } from "contract/roles/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, desc, eq, gt, gte, isNull, ne, or, sql } from "../../platform/db/drizzle.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import { hashToken } from "../../platform/process/token.ts";
import { adminRoles, roleAssignments, users } from "../users/table.ts";
import { secondFactors } from "./factors/table.ts";
import type { EmailLinkRow, SessionRow, UserRow } from "./present.ts";
import { emailLinks, passwordResets, sessions } from "./table.ts";

export interface FoundSession {
  viewer: Omit<Viewer, "needsSecondFactor">;
  hasSecondFactor: boolean;
  sessionId: number;
  createdAt: Date;
  lastSeenAt: Date;
}

/** The valid session with this token, or `null`. */
export function prepareFindSession(db: Db): (token: string, now: Date) => Promise<FoundSession | null> {
  const statement = db
    .select({
      userId: users.id,
      showExplicit: users.showExplicitContent,
      libraryVersion: users.libraryVersion,
      sessionId: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      hasSecondFactor,
      roles: heldRoles,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), gt(sessions.expiresAt, sql.placeholder("now"))))
    .prepare("find_session");

  return async (token, now) => {
    const [found] = await statement.execute({ tokenHash: hashToken(token), now });
    if (!found) return null;
    const { userId, showExplicit, libraryVersion, roles, ...session } = found;
    return { viewer: { userId, showExplicit, libraryVersion, ...privilegesOf(roles) }, ...session };
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

/** Whether an account has this address, in any case, and has verified it. */
export async function isVerifiedAddress(db: Db, email: string): Promise<boolean> {
  return (await findUserByEmail(db, email))?.emailVerified ?? false;
}

export async function findUser(db: Db, userId: number): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return user ?? null;
}

/** The account of a caller. Throws `unauthenticated` when it has just been deleted. */
export async function requireUser(db: Db, userId: number): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (!user) throw new AppError("unauthenticated", "Authentication required");
  return user;
}

/** What the user may do as an administrator. */
export async function findPrivileges(db: Db, userId: number): Promise<Privileges> {
  const [user] = await db.select({ roles: heldRoles }).from(users).where(eq(users.id, userId));
  return privilegesOf(user?.roles ?? []);
}

/** The user's valid sessions, last used first. */
export function listSignIns(db: Db, userId: number, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

/** Locks the account until the end of the transaction; lock it before its other rows. */
export async function lockUser(tx: Db, userId: number): Promise<UserRow | null> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  return user ?? null;
}

/** The id of the valid session with this token, or `null`. */
export async function findSessionId(db: Db, token: string, now: Date): Promise<number | null> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, now)));
  return session?.id ?? null;
}

export async function isSession(db: Db, userId: number, sessionId: number, now: Date): Promise<boolean> {
  const ofUser = and(eq(sessions.userId, userId), eq(sessions.id, sessionId));
  return (await db.$count(sessions, and(ofUser, gt(sessions.expiresAt, now)))) > 0;
}

/**
 * Whether the session with this token was re-authenticated since then, by the password or a provider. Accounts without
 * a password can only sign in with a provider.
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

/** Whether the session with this token was opened or re-authenticated since then. */
export async function isRecent(db: Db, token: string, since: Date): Promise<boolean> {
  const recent = or(gte(sessions.createdAt, since), gte(sessions.reauthenticatedAt, since));
  return (await db.$count(sessions, and(eq(sessions.tokenHash, hashToken(token)), recent))) > 0;
}

/** The user of a valid reset link, or `null`. */
export async function findResetUserId(db: Db, tokenHash: Buffer, now: Date): Promise<number | null> {
  const [found] = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)));
  return found?.userId ?? null;
}

/** The valid mailed link, or `null`. */
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

/** The user's valid mailed links. */
export function listEmailLinks(db: Db, userId: number, now: Date): Promise<EmailLinkRow[]> {
  return db
    .select()
    .from(emailLinks)
    .where(and(eq(emailLinks.userId, userId), gt(emailLinks.expiresAt, now)))
    .orderBy(emailLinks.expiresAt);
}

/**
 * Whether an account other than `userId` has this address, or has given it up and can still undo that: an undo must not
 * fail because another account has taken the address.
 */
export async function isAddressTaken(db: Db, key: string, userId: number | null, now: Date): Promise<boolean> {
  const isOthers = userId === null ? undefined : ne(users.id, userId);
  // in this order, a concurrent change is seen by one of the two queries
  if ((await db.$count(users, and(eq(users.emailKey, key), isOthers))) > 0) return true;
  return isAddressReserved(db, key, userId, now);
}

/** Whether an account other than `userId` has given this address up and can still undo that. */
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

/** Whether the user has a second factor, as a column of a query on `users`. */
export const hasSecondFactor = sql<boolean>`exists (
  select from ${secondFactors}
  where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null
)`;

/** The user's roles, as a column of a query on `users`. */
export const heldRoles = sql<HeldRole[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', held.name, 'permissions', held.permissions, 'languages', held.languages
  )), '[]')
  from role_assignments join admin_roles held on held.id = role_assignments.role_id
  where role_assignments.user_id = users.id
)`;

/** Locks roles and their assignments until the end of the transaction. */
export async function lockRoles(tx: Db): Promise<void> {
  await tx.execute(sql`select from admin_roles where name = ${superAdminRole} for update`);
}

/** Whether the user alone has `super_admin`. Call `lockRoles` first. */
export async function isLastSuperAdmin(tx: Db, userId: number): Promise<boolean> {
  const holders = await tx
    .select({ userId: roleAssignments.userId })
    .from(roleAssignments)
    .innerJoin(adminRoles, eq(adminRoles.id, roleAssignments.roleId))
    .where(eq(adminRoles.name, superAdminRole))
    .limit(2);
  return holders.length === 1 && holders[0]?.userId === userId;
}
