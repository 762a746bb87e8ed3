import { createHmac, timingSafeEqual } from "node:crypto";
import { invalid } from "contract/core/errors.ts";
import { eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { stopEverything } from "../settings/commands-settings.ts";
import { notificationRules } from "../table.ts";

/** Links in mails that stop them without a sign-in. */
export interface StopLinks {
  /** A token for one rule: its id, signed. */
  signRule(ruleId: number): string;
  /** A token for all notifications of an account: the user's id, signed. */
  signAll(userId: number): string;
}

export function prepareStopLinks(secretKey: SecretKey): StopLinks {
  const key = secretKey.derive("stop links of notifications");
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  return {
    signRule: (ruleId) => `rule-${ruleId}.${sign(`remove rule ${ruleId}`)}`,
    signAll: (userId) => `all-${userId}.${sign(`stop everything of ${userId}`)}`,
  };
}

/** Applies a mailed link. Returns whether it stops everything. Throws `invalid` for a link that is not ours. */
export async function followStopLink(db: Db, links: StopLinks, token: string, now: Date): Promise<{ all: boolean }> {
  const [, what, digits] = /^(all|rule)-(\d{1,10})\./.exec(token) ?? [];
  const id = Number(digits ?? 0);
  if (what === "all" && isSame(token, links.signAll(id))) {
    await stopEverything(db, id, now);
    return { all: true };
  }
  if (what === "rule" && isSame(token, links.signRule(id))) {
    await db.delete(notificationRules).where(eq(notificationRules.id, id));
    return { all: false };
  }
  throw invalid([{ path: "token", msg: "This link is not valid" }]);
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
