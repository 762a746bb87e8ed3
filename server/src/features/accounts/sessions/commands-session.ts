import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, lt, ne } from "../../../platform/db/drizzle.ts";
import { isReadOnly } from "../../../platform/db/errors.ts";
import type { Viewer } from "../../../platform/http/security/viewer.ts";
import type { MailValue } from "../../../platform/mail/templates.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { createToken, hashToken } from "../../../platform/process/token.ts";
import { users } from "../../users/table.ts";
import { queueNotice } from "../commands-notices.ts";
import { recordSecurityEvent, type SecurityLog } from "../commands-security.ts";
import { endChallenges } from "../factors/commands-challenge.ts";
import { hasSecondFactor } from "../factors/queries.ts";
import { factorChallenges } from "../factors/table.ts";
import { rememberNetwork } from "../passwords/commands-brute-force.ts";
import type { UserRow } from "../present.ts";
import { findPrivileges, prepareFindSession } from "../queries.ts";
import { emailLinks, knownDevices, knownNetworks, oneTimeKeys, passwordResets, sessions } from "../table.ts";
import type { Caller } from "./commands-reauthenticate.ts";
import { lockVerified, signInExpired, type Verified } from "./commands-verified.ts";
import { type Device, findKnownPlace, rememberDevice } from "./known-devices.ts";

const hour = 3_600_000;

/** The precision of a session's last-seen time. */
const seenEveryMs = 5 * 60_000;

/** How long a sign-in lasts (spec/accounts 1.4). */
export function signInEnd(now: Date, rememberMe: boolean): Date {
  return new Date(now.getTime() + (rememberMe ? 30 * 24 * hour : 24 * hour));
}

export interface NewSession extends Device {
  device: string | null;
  now: Date;
  expiresAt: Date;
  log: SecurityLog;
  /** For the mail about a new device. */
  secretKey: SecretKey;
  /** Signing in with a provider counts as a re-authentication, a password doesn't (`commands-reauthenticate.ts`). */
  byProvider?: boolean;
}

/**
 * Signs a user in until `expiresAt` and returns the token, of which only the hash is stored. Throws `unauthenticated`
 * when what was verified is no longer true; the password or a provider alone only suffice without a second factor.
 */
export function startSession(db: Db, userId: number, verified: Verified, session: NewSession): Promise<string> {
  return db.transaction(async (tx) => {
    const user = await lockVerified(tx, userId, verified);
    const isFirstStep = verified.by === "password" || verified.by === "provider";
    if (isFirstStep && (await hasSecondFactor(tx, userId))) throw signInExpired();
    return insertSession(tx, user, session);
  });
}

/** The session of a locked user, whose credentials were verified under the lock. Returns its token. */
export async function insertSession(
  tx: Db,
  user: UserRow,
  { device, deviceToken, network, now, expiresAt, log, secretKey, byProvider = false }: NewSession,
): Promise<string> {
  const token = createToken();
  const { id: userId } = user;
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    device,
    createdAt: now,
    lastSeenAt: now,
    reauthenticatedAt: byProvider ? now : null,
    expiresAt,
  });
  const isFirst = user.lastLoginAt === null;
  if (!isFirst && !(await findKnownPlace(tx, userId, { deviceToken, network }, now))) {
    await queueNotice(tx, user, "new_device", { device: deviceText(device) }, { secretKey, now });
  }
  await rememberDevice(tx, userId, deviceToken, now);
  await tx.update(users).set({ lastLoginAt: now }).where(eq(users.id, userId));
  await rememberNetwork(tx, userId, network, now);
  if ((await findPrivileges(tx, userId)).isAdmin) {
    const description = "Signed in as an administrator";
    await recordSecurityEvent(tx, log, { action: "SIGN_IN", userId, description, details: { device } });
  }
  return token;
}

/** What the site requires of administrators' sessions. */
interface AdminSessionRules {
  /** From signing in to the end. */
  maxAgeMs: number;
  /** Without a request; precise to the 5 minutes of `lastSeenAt`. */
  maxIdleMs: number;
  needsSecondFactor: boolean;
}

export interface IdentifyOptions {
  adminRules(): AdminSessionRules;
  /** Receives errors of updates in the background, except from a read-only database. */
  onMissed(error: unknown): void;
}

/**
 * Finds the user of a token, and updates the session's last-seen time in the background when it is due. `null` also for
 * an administrator whose session is too old or was idle for too long. Only an activity of the user updates it.
 */
export function prepareIdentify(
  db: Db,
  { adminRules, onMissed }: IdentifyOptions,
): (token: string, now: Date, options?: { isActivity?: boolean }) => Promise<Viewer | null> {
  const findSession = prepareFindSession(db);
  /** Sessions that are being updated. */
  const pending = new Set<number>();

  async function touch(sessionId: number, now: Date, due: Date): Promise<void> {
    pending.add(sessionId);
    try {
      await db
        .update(sessions)
        .set({ lastSeenAt: now })
        .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, due)));
    } catch (error) {
      if (!isReadOnly(error)) onMissed(error);
    } finally {
      pending.delete(sessionId);
    }
  }

  return async (token, now, { isActivity = true } = {}) => {
    const found = await findSession(token, now);
    if (!found) return null;
    const { viewer } = found;
    const rules = adminRules();
    const isOver = (since: Date, maxMs: number) => now.getTime() - since.getTime() > maxMs;
    if (viewer.isAdmin && (isOver(found.createdAt, rules.maxAgeMs) || isOver(found.lastSeenAt, rules.maxIdleMs))) {
      return null;
    }
    const due = new Date(now.getTime() - seenEveryMs);
    if (isActivity && found.lastSeenAt < due && !pending.has(found.sessionId)) void touch(found.sessionId, now, due);
    const needsSecondFactor = viewer.isAdmin && rules.needsSecondFactor && !found.hasSecondFactor;
    return { ...viewer, needsSecondFactor };
  };
}

/** The token is invalid once this resolves. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));
}

/** Ends one session of the user. Throws `not_found` for another user's. */
export async function endSessionById(db: Db, userId: number, sessionId: number): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new AppError("not_found", "Not found");
}

export async function endAllSessions(db: Db, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

/** Ends all sessions of the caller's account except the current one. */
export async function endOtherSessions(tx: Db, { userId, token }: Caller): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, hashToken(token))));
}

/** Deletes expired sessions, mailed links, one-time keys and known networks. */
export async function sweepExpired(db: Db, now: Date): Promise<void> {
  for (const table of [
    sessions,
    passwordResets,
    emailLinks,
    oneTimeKeys,
    knownNetworks,
    knownDevices,
    factorChallenges,
  ]) {
    await db.delete(table).where(lt(table.expiresAt, now));
  }
}

/**
 * Ends what could still open or change the account: sign-ins that wait for a second factor, links for a new password,
 * and for an unconfirmed address. Links that undo a change stay, or an attacker could get rid of them.
 */
export async function endPendingLinks(tx: Db, userId: number): Promise<void> {
  await endChallenges(tx, userId);
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
  await tx.delete(emailLinks).where(and(eq(emailLinks.userId, userId), eq(emailLinks.purpose, "confirm")));
  await tx.update(users).set({ pendingEmail: null }).where(eq(users.id, userId));
}

/** A device's name as a text of a mail. */
function deviceText(device: string | null): MailValue {
  if (device === null) return { list: [{ key: "mail.device.unknown" }] };
  const [browser = "", system] = device.split(" on ");
  return system === undefined ? browser : { list: [{ key: "mail.device.known", values: { browser, system } }] };
}
