import type { FactorChallenge, PasskeyCredential } from "contract/accounts/schema.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, gt, type InferSelectModel, sql } from "../../../platform/db/drizzle.ts";
import { createToken, hashToken } from "../../../platform/process/token.ts";
import type { UserRow } from "../present.ts";
import { findUser } from "../queries.ts";
import { signInExpired, type Verified } from "../sessions/commands-verified.ts";
import { type Proof, type Proving, proveByCode, proveByPasskey } from "./commands-prove.ts";
import { type RelyingParty, requestOptions } from "./passkeys.ts";
import { countRecoveryCodes, type FactorRow, kindsOf, listFactors } from "./queries.ts";
import { factorChallenges } from "./table.ts";

type ChallengeRow = InferSelectModel<typeof factorChallenges>;

const lifetimeMs = 5 * 60_000;
const maxAttempts = 5;

/**
 * Begins the second step of a sign-in to a locked account, which leads to a session until `sessionExpiresAt`.
 */
export async function startChallenge(
  tx: Db,
  userId: number,
  factors: readonly FactorRow[],
  { site, now, sessionExpiresAt }: { site: RelyingParty; now: Date; sessionExpiresAt: Date },
): Promise<FactorChallenge> {
  const challenge = createToken();
  const passkeys = factors.filter(({ kind }) => kind === "passkey");
  const passkeyOptions = passkeys.length > 0 ? await requestOptions(site, passkeys) : null;
  await tx.insert(factorChallenges).values({
    challengeHash: hashToken(challenge),
    userId,
    sessionExpiresAt,
    passkeyChallenge: passkeyOptions?.challenge ?? null,
    triesLeft: maxAttempts,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  });
  return describe(tx, userId, factors, challenge, passkeyOptions);
}

/** An open challenge with the factors that can complete it. Throws `unauthenticated` when it is not open. */
export async function describeChallenge(
  db: Db,
  challenge: string,
  { site, now }: Pick<Proving, "site" | "now">,
): Promise<FactorChallenge> {
  const [open] = await db.select().from(factorChallenges).where(isOpen(challenge, now));
  if (!open) throw signInExpired();
  const factors = await listFactors(db, open.userId);
  const passkeys = factors.filter(({ kind }) => kind === "passkey");
  const options = open.passkeyChallenge ? await requestOptions(site, passkeys) : null;
  const passkeyOptions = options && { ...options, challenge: open.passkeyChallenge };
  return describe(db, open.userId, factors, challenge, passkeyOptions);
}

async function describe(
  db: Db,
  userId: number,
  factors: readonly FactorRow[],
  challenge: string,
  passkeyOptions: FactorChallenge["passkeyOptions"],
): Promise<FactorChallenge> {
  const hasCodes = (await countRecoveryCodes(db, userId)) > 0;
  return { challenge, factors: [...kindsOf(factors), ...(hasCodes ? ["recovery_code" as const] : [])], passkeyOptions };
}

export interface ChallengeResponse {
  challenge: string;
  code?: string | undefined;
  credential?: PasskeyCredential | undefined;
}

export interface ChallengeOptions extends Proving {
  /** Rejects with `rate_limited` after too many failed attempts for the account. */
  requireAttempts(user: UserRow): Promise<void>;
  /** Called with the account of a failed attempt. */
  onFailure(user: UserRow): Promise<void>;
}

/**
 * Verifies the second step of a sign-in. Returns the account, what was verified, and when the session expires:
 * `startSession` uses the challenge up. Throws `unauthenticated` for a wrong code or passkey and for a challenge
 * without attempts left.
 */
export async function verifyChallenge(
  db: Db,
  { challenge, code, credential }: ChallengeResponse,
  { requireAttempts, onFailure, ...proving }: ChallengeOptions,
): Promise<{ user: UserRow; verified: Verified; sessionExpiresAt: Date }> {
  const [open] = await db
    .update(factorChallenges)
    .set({ triesLeft: sql`${factorChallenges.triesLeft} - 1` })
    .where(isOpen(challenge, proving.now))
    .returning();
  const user = open && (await findUser(db, open.userId));
  if (!open || !user) throw signInExpired();
  await requireAttempts(user);
  const proof = await prove(db, user, open, { code, credential }, proving);
  if (!proof) {
    await onFailure(user);
    if (open.triesLeft === 0) throw signInExpired();
    throw new AppError("unauthenticated", credential ? "This passkey is not valid" : "This code is not valid");
  }
  const verified: Verified = { by: "challenge", challengeHash: open.challengeHash, factorId: proof.factorId };
  return { user, verified, sessionExpiresAt: open.sessionExpiresAt };
}

async function prove(
  db: Db,
  user: UserRow,
  { passkeyChallenge }: ChallengeRow,
  { code, credential }: Omit<ChallengeResponse, "challenge">,
  proving: Proving,
): Promise<Proof | null> {
  const factors = await listFactors(db, user.id);
  if (credential) {
    return passkeyChallenge === null ? null : proveByPasskey(db, factors, credential, passkeyChallenge, proving);
  }
  return code === undefined ? null : proveByCode(db, user, factors, code, proving);
}

/** Ends sign-ins that wait for a second factor. */
export async function endChallenges(tx: Db, userId: number): Promise<void> {
  await tx.delete(factorChallenges).where(eq(factorChallenges.userId, userId));
}

function isOpen(challenge: string, now: Date) {
  return and(
    eq(factorChallenges.challengeHash, hashToken(challenge)),
    gt(factorChallenges.expiresAt, now),
    gt(factorChallenges.triesLeft, 0),
  );
}
