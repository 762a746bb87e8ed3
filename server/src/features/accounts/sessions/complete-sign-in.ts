import type { FactorChallenge } from "contract/accounts/schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { startChallenge } from "../factors/commands-challenge.ts";
import type { RelyingParty } from "../factors/passkeys.ts";
import { listFactors } from "../factors/queries.ts";
import { type NewSession, startSession } from "./commands-session.ts";

/** After the first step of a sign-in: a session's token, or a challenge where the account has a second factor. */
export async function completeSignIn(
  db: Db,
  userId: number,
  session: NewSession & { site: RelyingParty },
): Promise<{ token: string } | FactorChallenge> {
  const factors = await listFactors(db, userId);
  const { site, now, expiresAt } = session;
  if (factors.length > 0) return startChallenge(db, userId, factors, { site, now, sessionExpiresAt: expiresAt });
  return { token: await startSession(db, userId, session) };
}
