import { and, eq, lt } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { isReadOnly } from "../db/errors.ts";
import type { Viewer } from "../http/viewer.ts";
import { type NetworkHash, rememberNetwork } from "./commands-guessing.ts";
import { prepareFindSession } from "./queries.ts";
import { emailLinks, knownNetworks, oneTimeKeys, passwordResets, sessions, users } from "./table.ts";
import { createToken, hashToken } from "./token.ts";

const hour = 3_600_000;

/** How exact the list of sign-ins is about when each was last used. */
const seenEveryMs = 5 * 60_000;

/** How long a sign-in lasts (spec/accounts 1.4). */
export function signInEnd(now: Date, rememberMe: boolean): Date {
  return new Date(now.getTime() + (rememberMe ? 30 * 24 * hour : 24 * hour));
}

export interface NewSession {
  device: string | null;
  /** Where it comes from. */
  network: NetworkHash;
  now: Date;
  expiresAt: Date;
  /** By a provider, which counts as a re-authentication; a password is asked for again (`commands-reauthenticate.ts`). */
  byProvider?: boolean;
}

/** Signs a user in until `expiresAt` and returns the token, which is not stored and cannot be had again. */
export async function startSession(
  db: Db,
  userId: number,
  { device, network, now, expiresAt, byProvider = false }: NewSession,
): Promise<string> {
  const token = createToken();
  await db.transaction(async (tx) => {
    await tx.insert(sessions).values({
      tokenHash: hashToken(token),
      userId,
      device,
      createdAt: now,
      lastSeenAt: now,
      reauthenticatedAt: byProvider ? now : null,
      expiresAt,
    });
    await tx.update(users).set({ lastLoginAt: now }).where(eq(users.id, userId));
    await rememberNetwork(tx, userId, network, now);
  });
  return token;
}

/**
 * Says whose sign-in a token is, and notes now and then that it is in use. Nobody waits for the note; `onMissed` hears why one
 * could not be made, but for a database that is read-only, where who is signed in can still read.
 */
export function prepareIdentify(
  db: Db,
  onMissed: (error: unknown) => void,
): (token: string, now: Date) => Promise<Viewer | null> {
  const findSession = prepareFindSession(db);
  /** Sign-ins whose use is being noted. */
  const underWay = new Set<number>();

  async function note(sessionId: number, now: Date, due: Date): Promise<void> {
    underWay.add(sessionId);
    try {
      await db
        .update(sessions)
        .set({ lastSeenAt: now })
        .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, due)));
    } catch (error) {
      if (!isReadOnly(error)) onMissed(error);
    } finally {
      underWay.delete(sessionId);
    }
  }

  return async (token, now) => {
    const found = await findSession(token, now);
    if (!found) return null;
    const due = new Date(now.getTime() - seenEveryMs);
    if (found.lastSeenAt < due && !underWay.has(found.sessionId)) void note(found.sessionId, now, due);
    return found.viewer;
  };
}

/** The token is dead once this resolves. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));
}

export async function endAllSessions(db: Db, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

/** Removes what is past its time: sign-ins, mailed links, one-time keys, places of sign-ins. None of it was good any more. */
export async function sweepExpired(db: Db, now: Date): Promise<void> {
  for (const table of [sessions, passwordResets, emailLinks, oneTimeKeys, knownNetworks]) {
    await db.delete(table).where(lt(table.expiresAt, now));
  }
}
