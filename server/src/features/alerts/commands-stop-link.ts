import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "contract/core/errors.ts";
import { and, eq, isNull, lt } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { games } from "../games/table.ts";
import { stopAllAlerts } from "./commands-recipients.ts";
import { priceAlerts, signingKeys } from "./table.ts";

/** How long links that were signed with the key in the database keep working. */
const formerKeyMs = 90 * 24 * 3_600_000;
const formerPurpose = "stop alert";

/** Signed links in alert mails, by which recipients can stop them without signing in. */
export interface StopLinks {
  /** A token for one alert: its id, signed. */
  signAlert(alertId: number): string;
  /** A token for all alert mail of an account: the user's id, signed. */
  signAll(userId: number): string;
}

export function prepareStopLinks(secretKey: SecretKey): StopLinks {
  const key = secretKey.derive("stop links of alerts");
  return {
    signAlert: (alertId) => `${alertId}.${sign(key, `stop alert ${alertId}`)}`,
    signAll: (userId) => `all-${userId}.${sign(key, `stop all alerts of ${userId}`)}`,
  };
}

export interface Stopped {
  /** Of the game whose alert was removed; `null` when the alert was already removed, or all were stopped. */
  title: string | null;
  /** Whether the link was for all alert mail of the account. */
  all: boolean;
}

/**
 * Applies the token of a mailed link: removes one alert, or stops all alert mail of an account. Throws `invalid` for a
 * token that is not ours.
 */
export async function followStopLink(db: Db, links: StopLinks, token: string, now: Date): Promise<Stopped> {
  const [, all, digits] = /^(all-)?(\d{1,10})\./.exec(token) ?? [];
  const id = Number(digits ?? 0);
  if (all && isSame(token, links.signAll(id))) {
    await stopAllAlerts(db, id, now);
    return { title: null, all: true };
  }
  if (!all && isSame(token, links.signAlert(id))) {
    return { title: await removeById(db, id, now), all: false };
  }
  const former = all ? null : await findFormerKey(db);
  if (former && isSame(token, `${id}.${sign(former.key, `${formerPurpose} ${id}`)}`)) {
    return { title: await removeById(db, id, former.retiredAt ?? now), all: false };
  }
  const msg = "This link is not valid";
  throw new AppError("invalid", msg, { details: [{ path: "token", msg }] });
}

/** Removes an alert that was set before a time, and returns its game's title; `null` when there is none. */
function removeById(db: Db, id: number, setBefore: Date): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(priceAlerts)
      .where(and(eq(priceAlerts.id, id), lt(priceAlerts.createdAt, setBefore)))
      .returning({ gameId: priceAlerts.gameId });
    if (!removed) return null;
    const [game] = await tx.select({ title: games.title }).from(games).where(eq(games.id, removed.gameId));
    return game?.title ?? null;
  });
}

/**
 * The key in the database that signed links before the secret key did. Backups contain it, so it is valid only for
 * alerts from before it was retired, and for a limited time.
 */
async function findFormerKey(db: Db): Promise<{ key: Buffer; retiredAt: Date | null } | null> {
  const [former] = await db.select().from(signingKeys).where(eq(signingKeys.purpose, formerPurpose));
  return former ?? null;
}

/** Removes the former key once mails with its links are old. */
export async function retireFormerKey(db: Db, now: Date): Promise<void> {
  const isFormer = eq(signingKeys.purpose, formerPurpose);
  // a process of the previous release may have created one meanwhile
  await db
    .update(signingKeys)
    .set({ retiredAt: now })
    .where(and(isFormer, isNull(signingKeys.retiredAt)));
  const before = new Date(now.getTime() - formerKeyMs);
  await db.delete(signingKeys).where(and(isFormer, lt(signingKeys.retiredAt, before)));
}

function sign(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
