import { accountProblems, type FactorKind } from "contract/accounts/rules.ts";
import type { PasskeyCredential } from "contract/accounts/schema.ts";
import { errorText } from "contract/content-strings/defaults/personal/error.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, isNull } from "../../../platform/db/drizzle.ts";
import { brokenUniqueRule } from "../../../platform/db/errors.ts";
import { decrypt, encrypt } from "../../../platform/process/encryption.ts";
import { recordOwnChange } from "../commands-audit.ts";
import { addUndoLink } from "../commands-links.ts";
import type { Mailing } from "../commands-mail.ts";
import { queueNotice } from "../commands-notices.ts";
import type { UserRow } from "../present.ts";
import { undoFactorPath } from "../present-mail.ts";
import { findPrivileges, lockUser } from "../queries.ts";
import { type Caller, requireReauthentication, requireSession } from "../sessions/commands-reauthenticate.ts";
import { endOtherSessions } from "../sessions/commands-session.ts";
import { type Proving, totpKey, useStep } from "./commands-prove.ts";
import { creationOptions, verifyCreation } from "./passkeys.ts";
import { countRecoveryCodes, type FactorRow, hasSecondFactor, listFactors } from "./queries.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import { recoveryCodes, secondFactors } from "./table.ts";
import { createTotpSecret, totpStep, totpUri } from "./totp.ts";

const maxFactors = 20;
const authenticatorApp = "Authenticator app";

/** A new secret for an authenticator app, in place of one that was not confirmed. */
export async function startTotp(
  db: Db,
  caller: Caller,
  { secretKey, now }: Proving,
): Promise<{ secret: string; uri: string }> {
  await requireReauthentication(db, caller.token, now);
  const secret = createTotpSecret();
  return db.transaction(async (tx) => {
    const user = await lockCaller(tx, caller, now);
    await requireRoom(tx, user.id);
    const unconfirmed = and(eq(secondFactors.userId, user.id), isNull(secondFactors.confirmedAt));
    await tx.delete(secondFactors).where(unconfirmed);
    await tx.insert(secondFactors).values({
      userId: user.id,
      kind: "totp",
      name: authenticatorApp,
      totpSecret: encrypt(totpKey(secretKey), secret),
    });
    return { secret, uri: totpUri(secret, user.email ?? user.username) };
  });
}

/** Adds the authenticator app by its first code. Returns new recovery codes, unless the account has some. */
export async function confirmTotp(db: Db, caller: Caller, code: string, proving: Proving): Promise<string[]> {
  const { secretKey, now } = proving;
  await requireReauthentication(db, caller.token, now);
  return db.transaction(async (tx) => {
    const user = await lockCaller(tx, caller, now);
    const [started] = await tx
      .select()
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, user.id), isNull(secondFactors.confirmedAt)));
    const secret = started?.totpSecret && decrypt(totpKey(secretKey), started.totpSecret);
    if (!started || !secret) throw new AppError("conflict", "Start again");
    const step = totpStep(secret, code, now);
    if (step === null || !(await useStep(tx, started.id, step, now))) throw refused("code", accountProblems.codeWrong);
    return add(tx, user, caller, proving, () =>
      tx.update(secondFactors).set({ confirmedAt: now }).where(eq(secondFactors.id, started.id)).returning(),
    ).then(({ recoveryCodes }) => recoveryCodes);
  });
}

/** What the browser needs to create a passkey for the caller. */
export async function startPasskey(db: Db, caller: Caller, user: UserRow, { site, now }: Proving) {
  await requireReauthentication(db, caller.token, now);
  return creationOptions(db, site, user, await listFactors(db, user.id), now);
}

/** Adds a passkey that the browser has created. Returns new recovery codes, unless the account has some. */
export async function addPasskey(
  db: Db,
  caller: Caller,
  { name, credential }: { name: string; credential: PasskeyCredential },
  proving: Proving,
): Promise<{ factor: FactorRow; recoveryCodes: string[] }> {
  const { site, now } = proving;
  await requireReauthentication(db, caller.token, now);
  const created = await verifyCreation(db, site, caller.userId, credential, now);
  if (!created) throw refused("credential", accountProblems.passkeyRefused);
  const insert = async (tx: Db) => {
    const user = await lockCaller(tx, caller, now);
    await requireRoom(tx, user.id);
    return add(tx, user, caller, proving, () =>
      tx
        .insert(secondFactors)
        .values({ userId: user.id, kind: "passkey", name, confirmedAt: now, ...created })
        .returning(),
    );
  };
  return db.transaction(insert).catch((error) => {
    if (brokenUniqueRule(error) !== "second_factors_credential_id_key") throw error;
    // the same whoever has it
    throw new AppError("conflict", accountProblems.passkeyTaken);
  });
}

/** Adds a factor of any kind. The first one ends the other sessions, which were opened without it. */
async function add(
  tx: Db,
  user: UserRow,
  caller: Caller,
  proving: Proving,
  save: () => Promise<FactorRow[]>,
): Promise<{ factor: FactorRow; recoveryCodes: string[] }> {
  const isFirst = !(await hasSecondFactor(tx, user.id));
  const [factor] = await save();
  if (isFirst) await endOtherSessions(tx, caller);
  const hasCodes = (await countRecoveryCodes(tx, user.id)) > 0;
  const codes = hasCodes ? [] : await replaceRecoveryCodes(tx, user.id, proving.secretKey);
  await announce(tx, user, "factor_added", factor!.kind, proving);
  return { factor: factor!, recoveryCodes: codes };
}

/**
 * Removes a second factor; with the last one its recovery codes. Throws `not_found` for another account's, and
 * `conflict` for the last one of an administrator while they need one.
 */
export async function removeFactor(
  db: Db,
  caller: Caller,
  factorId: number,
  { secretKey, now, isRequired }: Proving & { isRequired: boolean },
): Promise<void> {
  await requireReauthentication(db, caller.token, now);
  await db.transaction(async (tx) => {
    const user = await lockCaller(tx, caller, now);
    const factors = await listFactors(tx, user.id);
    const factor = factors.find(({ id }) => id === factorId);
    if (!factor) throw new AppError("not_found", "Not found");
    const isLast = factors.length === 1;
    if (isLast && isRequired && (await findPrivileges(tx, user.id)).isAdmin) {
      throw new AppError("conflict", "Administrators need a second factor. Add another one first.");
    }
    await tx.delete(secondFactors).where(eq(secondFactors.id, factor.id));
    if (isLast) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    await announce(tx, user, "factor_removed", factor.kind, { secretKey, now });
  });
}

/** Recovery codes in place of all earlier ones. Throws `conflict` without a second factor. */
export async function renewRecoveryCodes(db: Db, caller: Caller, { secretKey, now }: Proving): Promise<string[]> {
  await requireReauthentication(db, caller.token, now);
  return db.transaction(async (tx) => {
    const user = await lockCaller(tx, caller, now);
    if (!(await hasSecondFactor(tx, user.id))) throw new AppError("conflict", "Add a second factor first");
    const codes = await replaceRecoveryCodes(tx, user.id, secretKey);
    await queueNotice(tx, user, "recovery_codes_renewed", {}, { secretKey, now });
    await recordOwnChange(tx, user, { description: "Renewed the recovery codes" });
    return codes;
  });
}

/** Removes every second factor and all recovery codes, for the operator. */
export async function removeAllFactors(tx: Db, userId: number): Promise<void> {
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

async function announce(
  tx: Db,
  user: UserRow,
  notice: "factor_added" | "factor_removed",
  kind: FactorKind,
  mailing: Mailing,
): Promise<void> {
  const factor = kind === "totp" ? "an authenticator app" : "a passkey";
  const token = notice === "factor_added" ? await addUndoLink(tx, user, mailing.now) : null;
  const values = { factor: { list: [{ key: `mail.factor.${kind}` }] } };
  await queueNotice(tx, user, notice, values, mailing, token === null ? undefined : undoFactorPath(token));
  const verb = notice === "factor_added" ? "Added" : "Removed";
  await recordOwnChange(tx, user, { description: `${verb} ${factor} as a second factor` });
}

async function lockCaller(tx: Db, { userId, token }: Caller, now: Date): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  await requireSession(tx, token, now);
  if (!user) throw new AppError("unauthenticated", "Authentication required");
  return user;
}

async function requireRoom(tx: Db, userId: number): Promise<void> {
  if ((await listFactors(tx, userId)).length < maxFactors) return;
  throw new AppError("conflict", errorText("error.factors_full", { count: maxFactors }));
}

function refused(path: string, msg: string): AppError {
  return new AppError("forbidden", msg, { details: [{ path, msg }] });
}
