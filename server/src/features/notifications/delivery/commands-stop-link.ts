import { createHmac } from "node:crypto";
import { invalid } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, isNull, lt, type SQL } from "../../../platform/db/drizzle.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { isSameSecret } from "../../../platform/process/token.ts";
import { games } from "../../games/table.ts";
import { stopAlertMail } from "../channels/commands-alert-mail.ts";
import { stopChannel } from "../channels/commands-channels.ts";
import { removeRules } from "../rules/commands-rules.ts";
import { stopEverything } from "../settings/commands-settings.ts";
import { notificationRules, signingKeys } from "../table.ts";

/** Links in mails that stop them without a sign-in. */
export interface StopLinks {
  /** A token for one rule: its id, signed. */
  signRule(ruleId: number): string;
  /** A token for all notifications of an account: the user's id, signed. For mail to its own address only. */
  signAll(userId: number): string;
  /** A token for one channel while it delivers to this address: the channel's id, signed. */
  signChannel(channelId: number, address: string): string;
}

export function prepareStopLinks(secretKey: SecretKey): StopLinks {
  const key = secretKey.derive("stop links of notifications");
  return {
    signRule: (ruleId) => `rule-${ruleId}.${sign(key, `remove rule ${ruleId}`)}`,
    signAll: (userId) => `all-${userId}.${sign(key, `stop everything of ${userId}`)}`,
    signChannel: (id, address) => `channel-${id}.${sign(key, `stop channel ${id} to ${address.toLowerCase()}`)}`,
  };
}

/** Links in mails of price alerts from before these were rules, which contain ids of alerts. */
export function prepareFormerLinks(secretKey: SecretKey) {
  const key = secretKey.derive("stop links of alerts");
  return {
    signAlert: (alertId: number) => `${alertId}.${sign(key, `stop alert ${alertId}`)}`,
    signAll: (userId: number) => `all-${userId}.${sign(key, `stop all alerts of ${userId}`)}`,
  };
}

/** What a mailed link has stopped. */
export interface Stopped {
  all: boolean;
  /** Mail to the link's recipient, or all alert mail of the account. */
  channel?: true;
  /** The game of the rule that was removed; `null` when it was gone, or about several games. */
  game: { title: string; localizedTitles: string | null } | null;
}

/** How long links that were signed with the key in the database keep working. */
const formerKeyMs = 90 * 24 * 3_600_000;
const formerPurpose = "stop alert";

/** Applies a mailed link. Throws `invalid` for a link that is not ours, or of a channel that is gone. */
export async function followStopLink(db: Db, secretKey: SecretKey, token: string, now: Date): Promise<Stopped> {
  const links = prepareStopLinks(secretKey);
  const [, what = "alert", digits] = /^(?:(all|rule|channel)-)?(\d{1,10})\./.exec(token) ?? [];
  const id = Number(digits ?? 0);
  if (what === "all" && isSameSecret(token, links.signAll(id))) {
    await stopEverything(db, id, now);
    return { all: true, game: null };
  }
  if (what === "rule" && isSameSecret(token, links.signRule(id))) {
    return { all: false, game: await removeByLink(db, eq(notificationRules.id, id)) };
  }
  const isRecipient = (address: string) => isSameSecret(token, links.signChannel(id, address));
  if (what === "channel" && (await stopChannel(db, secretKey, { id, isRecipient, now }))) {
    return { all: false, channel: true, game: null };
  }
  const former = prepareFormerLinks(secretKey);
  if (what === "all" && isSameSecret(token, former.signAll(id))) {
    await stopAlertMail(db, id, now);
    return { all: false, channel: true, game: null };
  }
  const setBefore = what === "alert" ? await findValidity(db, { token, id, former, now }) : null;
  if (setBefore) {
    const isFormer = and(eq(notificationRules.formerAlertId, id), lt(notificationRules.createdAt, setBefore));
    return { all: false, game: await removeByLink(db, isFormer) };
  }
  throw invalid([{ path: "token", msg: "This link is not valid" }]);
}

/** Removes a rule, and returns the titles of its game. */
async function removeByLink(db: Db, which: SQL | undefined): Promise<Stopped["game"]> {
  const [removed] = await removeRules(db, which);
  if (!removed?.gameId) return null;
  const { title, localizedTitles } = games;
  const [game] = await db.select({ title, localizedTitles }).from(games).where(eq(games.id, removed.gameId));
  return game ?? null;
}

interface FormerToken {
  token: string;
  id: number;
  former: ReturnType<typeof prepareFormerLinks>;
  now: Date;
}

/**
 * Before when an alert must have been set to be removed by this link; `null` = the link is not ours. Backups contain
 * the key in the database that signed links before the secret key did, so it is valid only for alerts from before it
 * was retired, and for a limited time.
 */
async function findValidity(db: Db, { token, id, former, now }: FormerToken): Promise<Date | null> {
  if (isSameSecret(token, former.signAlert(id))) return now;
  const [stored] = await db.select().from(signingKeys).where(eq(signingKeys.purpose, formerPurpose));
  if (!stored || !isSameSecret(token, `${id}.${sign(stored.key, `${formerPurpose} ${id}`)}`)) return null;
  return stored.retiredAt ?? now;
}

/** Removes the key in the database once mails with its links are old. */
export async function retireFormerKey(db: Db, now: Date): Promise<void> {
  const isFormer = eq(signingKeys.purpose, formerPurpose);
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
