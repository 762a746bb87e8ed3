import type { PasskeyCredential } from "contract/accounts/schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, isNotNull, isNull, lt, or } from "../../../platform/db/drizzle.ts";
import { decrypt } from "../../../platform/process/encryption.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { queueNotice } from "../commands-notices.ts";
import type { UserRow } from "../present.ts";
import { type RelyingParty, takeChallenge, verifyUse } from "./passkeys.ts";
import type { FactorRow } from "./queries.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { recoveryCodes, secondFactors } from "./table.ts";
import { totpStep } from "./totp.ts";

/** What verifying a second factor needs. */
export interface Proving {
  secretKey: SecretKey;
  site: RelyingParty;
  now: Date;
}

const totpCode = /^\d{6}$/;

/** A second factor that was used. */
export interface Proof {
  /** `null` for a recovery code. */
  factorId: number | null;
}

/** What the code proves, of the account's authenticator apps or recovery codes; `null` if nothing. Each works once. */
export async function proveByCode(
  db: Db,
  user: UserRow,
  factors: readonly FactorRow[],
  code: string,
  { secretKey, now }: Proving,
): Promise<Proof | null> {
  if (!totpCode.test(code)) {
    return (await useRecoveryCode(db, user, code, { secretKey, now })) ? { factorId: null } : null;
  }
  for (const factor of factors) {
    const secret = factor.totpSecret && decrypt(totpKey(secretKey), factor.totpSecret);
    const step = secret ? totpStep(secret, code, now) : null;
    if (step !== null && (await useStep(db, factor.id, step, now))) return { factorId: factor.id };
  }
  return null;
}

/** The key that secrets of authenticator apps are encrypted with. */
export function totpKey(secretKey: SecretKey): Buffer {
  return secretKey.derive("authenticator apps");
}

/** Whether this is the first use of the step, or of any later one. */
export async function useStep(db: Db, factorId: number, step: number, now: Date): Promise<boolean> {
  const isUnused = or(isNull(secondFactors.totpStep), lt(secondFactors.totpStep, step));
  const used = await db
    .update(secondFactors)
    .set({ totpStep: step, lastUsedAt: now })
    .where(and(eq(secondFactors.id, factorId), isUnused))
    .returning({ id: secondFactors.id });
  return used.length > 0;
}

async function useRecoveryCode(
  db: Db,
  user: UserRow,
  code: string,
  { secretKey, now }: Omit<Proving, "site">,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const codeHash = hashRecoveryCode(user.id, code, secretKey);
    const used = await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, user.id), eq(recoveryCodes.codeHash, codeHash)))
      .returning();
    if (used.length === 0) return false;
    await queueNotice(tx, user, "recovery_code_used", {}, { secretKey, now });
    return true;
  });
}

/** The one of these passkeys that has signed the challenge, or `null`. */
export async function proveByPasskey(
  db: Db,
  factors: readonly FactorRow[],
  credential: PasskeyCredential,
  challenge: string,
  { site, now }: Proving,
): Promise<Proof | null> {
  const passkey = factors.find(({ credentialId }) => credentialId === credential.id);
  if (!passkey) return null;
  const count = await verifyUse(site, passkey, credential, { challenge, userVerification: false });
  if (count === null) return null;
  await recordUse(db, passkey.id, count, now);
  return { factorId: passkey.id };
}

/** The passkey that signed one of our challenges for signing in by a passkey alone; `null` when there is none. */
export async function proveByPasskeyAlone(
  db: Db,
  credential: PasskeyCredential,
  { site, now }: Proving,
): Promise<FactorRow | null> {
  const [passkey] = await db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.credentialId, credential.id), isNotNull(secondFactors.confirmedAt)));
  if (!passkey) return null;
  const count = await verifyUse(site, passkey, credential, {
    challenge: (challenge) => takeChallenge(db, "sign-in", challenge, now),
    userVerification: true,
  });
  if (count === null) return null;
  await recordUse(db, passkey.id, count, now);
  return passkey;
}

async function recordUse(db: Db, factorId: number, signCount: number, now: Date): Promise<void> {
  await db.update(secondFactors).set({ signCount, lastUsedAt: now }).where(eq(secondFactors.id, factorId));
}
