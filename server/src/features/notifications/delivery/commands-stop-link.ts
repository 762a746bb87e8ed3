import { createHmac, timingSafeEqual } from "node:crypto";
import { invalid } from "contract/core/errors.ts";
import { eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { stopChannel } from "../channels/commands-channels.ts";
import { stopEverything } from "../settings/commands-settings.ts";
import { notificationRules } from "../table.ts";

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
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  return {
    signRule: (ruleId) => `rule-${ruleId}.${sign(`remove rule ${ruleId}`)}`,
    signAll: (userId) => `all-${userId}.${sign(`stop everything of ${userId}`)}`,
    signChannel: (id, address) => `channel-${id}.${sign(`stop channel ${id} to ${address.toLowerCase()}`)}`,
  };
}

/** What a mailed link has stopped. */
export interface Stopped {
  all: boolean;
  channel?: true;
}

/** Applies a mailed link. Throws `invalid` for a link that is not ours, or of a channel that is gone. */
export async function followStopLink(db: Db, secretKey: SecretKey, token: string, now: Date): Promise<Stopped> {
  const links = prepareStopLinks(secretKey);
  const [, what, digits] = /^(all|rule|channel)-(\d{1,10})\./.exec(token) ?? [];
  const id = Number(digits ?? 0);
  if (what === "all" && isSame(token, links.signAll(id))) {
    await stopEverything(db, id, now);
    return { all: true };
  }
  if (what === "rule" && isSame(token, links.signRule(id))) {
    await db.delete(notificationRules).where(eq(notificationRules.id, id));
    return { all: false };
  }
  const isRecipient = (address: string) => isSame(token, links.signChannel(id, address));
  if (what === "channel" && (await stopChannel(db, secretKey, { id, isRecipient, now }))) {
    return { all: false, channel: true };
  }
  throw invalid([{ path: "token", msg: "This link is not valid" }]);
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
