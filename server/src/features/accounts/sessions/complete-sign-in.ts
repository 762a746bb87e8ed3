import type { FactorChallenge } from "contract/accounts/schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { startChallenge } from "../factors/commands-challenge.ts";
import type { RelyingParty } from "../factors/passkeys.ts";
import { listFactors } from "../factors/queries.ts";
import { insertSession, type NewSession } from "./commands-session.ts";
import { lockVerified, type Verified } from "./commands-verified.ts";

/**
 * After the first step of a sign-in: a session's token, or a challenge where the account has a second factor. Throws
 * `unauthenticated` when what was verified is no longer true.
 */
export function completeSignIn(
  db: Db,
  userId: number,
  verified: Verified,
  session: NewSession & { site: RelyingParty },
): Promise<{ token: string } | FactorChallenge> {
  const { site, now, expiresAt } = session;
  return db.transaction(async (tx) => {
    const user = await lockVerified(tx, userId, verified);
    const factors = await listFactors(tx, userId);
    if (factors.length > 0) return startChallenge(tx, userId, factors, { site, now, sessionExpiresAt: expiresAt });
    return { token: await insertSession(tx, user, session) };
  });
}
