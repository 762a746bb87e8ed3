import { accountEndpoints } from "contract/accounts/api.ts";
import { accountProblems } from "contract/accounts/rules.ts";
import type { PasskeyCredential, User } from "contract/accounts/schema.ts";
import { AppError } from "contract/core/errors.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import { bind, type CallContext, callerId } from "../../../platform/http/bind.ts";
import type { Limits } from "../../../platform/http/limits/rate-limit.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { recordSecurityEvent } from "../commands-security.ts";
import type { UserRow } from "../present.ts";
import { requireUser } from "../queries.ts";
import {
  type Caller,
  type CountAttempt,
  confirmIdentity,
  reauthenticate,
} from "../sessions/commands-reauthenticate.ts";
import { signInEnd, startSession } from "../sessions/commands-session.ts";
import type { Verified } from "../sessions/commands-verified.ts";
import type { Device } from "../sessions/known-devices.ts";
import type { DescribeDevice, DescribeSession } from "../sessions/new-session.ts";
import { addPasskey, confirmTotp, removeFactor, renewRecoveryCodes, startPasskey, startTotp } from "./commands.ts";
import { describeChallenge, verifyChallenge } from "./commands-challenge.ts";
import { type Proof, proveByCode, proveByPasskeyAlone } from "./commands-prove.ts";
import { type RelyingParty, signInOptions } from "./passkeys.ts";
import { limitFactorAttempts } from "./policy-attempts.ts";
import { toFactor } from "./present.ts";
import { countRecoveryCodes, listFactors } from "./queries.ts";

const minute = 60_000;

export interface FactorOptions {
  db: Db;
  secretKey: SecretKey;
  site: RelyingParty;
  sessionOf: DescribeSession;
  deviceOf: DescribeDevice;
  limits: Limits;
  /** Counts an attempt to confirm the account's password. */
  countAttempt: CountAttempt;
  /** Whether administrators need a second factor. */
  isRequired(): boolean;
  describe(user: UserRow): Promise<User>;
  callerOf(context: CallContext): Caller;
}

/** Second factors, and the sign-ins and re-authentications that use them. */
export function factorRoutes(
  app: FastifyInstance,
  { db, secretKey, site, sessionOf, deviceOf, limits, countAttempt, isRequired, describe, callerOf }: FactorOptions,
): void {
  const proving = () => ({ secretKey, site, now: new Date() });
  const attempts = limitFactorAttempts(db, limits);
  const stepLimit = limits.perAddress("second steps of sign-ins", 20, minute);

  async function openSession(
    user: UserRow,
    verified: Verified,
    time: { now: Date; expiresAt: Date },
    context: CallContext,
  ) {
    const token = await startSession(db, user.id, verified, sessionOf(context, time));
    return { token, user: await describe(user) };
  }

  /** Recorded for every account: callers who get this far know the password or have a session. */
  async function noteFailure({ id: userId }: UserRow, device: Device): Promise<void> {
    await attempts.noteFailure(userId, device);
    const description = "Gave a wrong second factor";
    await recordSecurityEvent(db, app.log, { action: "SIGN_IN_FAILED", userId, description });
  }

  async function proveOwnPasskey(userId: number, credential: PasskeyCredential): Promise<Proof | null> {
    const passkey = await proveByPasskeyAlone(db, credential, proving());
    return passkey?.userId === userId ? { factorId: passkey.id } : null;
  }

  bind(
    app,
    accountEndpoints.factorChallenge,
    ({ body: { challenge } }) => describeChallenge(db, challenge, proving()),
    { form: true, limit: stepLimit },
  );

  bind(
    app,
    accountEndpoints.loginFactor,
    async ({ body }, context) => {
      const device = deviceOf(context);
      const { user, verified, sessionExpiresAt } = await verifyChallenge(db, body, {
        ...proving(),
        requireAttempts: ({ id }) => attempts.require(id, device),
        onFailure: (failed) => noteFailure(failed, device),
      });
      return openSession(user, verified, { now: new Date(), expiresAt: sessionExpiresAt }, context);
    },
    { form: true, limit: stepLimit },
  );

  bind(app, accountEndpoints.passkeyOptions, async () => ({ options: await signInOptions(db, site, new Date()) }), {
    limit: stepLimit,
  });

  bind(
    app,
    accountEndpoints.loginPasskey,
    async ({ body: { credential, rememberMe = false } }, context) => {
      const passkey = await proveByPasskeyAlone(db, credential, proving());
      if (!passkey) throw new AppError("unauthenticated", accountProblems.passkeyRefused);
      const now = new Date();
      const user = await requireUser(db, passkey.userId);
      const verified = { by: "factor", factorId: passkey.id } as const;
      return openSession(user, verified, { now, expiresAt: signInEnd(now, rememberMe) }, context);
    },
    { form: true, limit: limits.perAddress("sign-ins by passkey", 10, minute) },
  );

  bind(
    app,
    accountEndpoints.reauthenticate,
    async ({ body: { password, code, credential } }, context) => {
      const { userId, token } = callerOf(context);
      const user = await requireUser(db, userId);
      const { now } = proving();
      if (code === undefined && credential === undefined) {
        return reauthenticate(db, user, { password, token, now, countAttempt });
      }
      const device = deviceOf(context);
      await attempts.require(userId, device);
      const proof = credential
        ? await proveOwnPasskey(userId, credential)
        : await proveByCode(db, user, await listFactors(db, userId), code ?? "", proving());
      if (!proof) {
        await noteFailure(user, device);
        const path = credential ? "credential" : "code";
        const msg = credential ? accountProblems.passkeyRefused : accountProblems.codeWrong;
        throw new AppError("forbidden", msg, { details: [{ path, msg }] });
      }
      await confirmIdentity(db, { userId, token }, { by: "factor", ...proof }, now);
    },
    { form: true, limit: limits.perAddress("re-authentications", 10, minute) },
  );

  bind(app, accountEndpoints.listFactors, async (_, context) => {
    const userId = callerId(context);
    const factors = await listFactors(db, userId);
    return { factors: factors.map(toFactor), recoveryCodesLeft: await countRecoveryCodes(db, userId) };
  });

  bind(app, accountEndpoints.startTotp, (_, context) => startTotp(db, callerOf(context), proving()));

  bind(
    app,
    accountEndpoints.confirmTotp,
    async ({ body: { code } }, context) => {
      const caller = callerOf(context);
      return { recoveryCodes: await confirmTotp(db, caller, code, proving()) };
    },
    { form: true },
  );

  bind(app, accountEndpoints.startPasskey, async (_, context) => {
    const caller = callerOf(context);
    return { options: await startPasskey(db, caller, await requireUser(db, caller.userId), proving()) };
  });

  bind(
    app,
    accountEndpoints.addPasskey,
    async ({ body }, context) => {
      const { factor, recoveryCodes } = await addPasskey(db, callerOf(context), body, proving());
      return { factor: toFactor(factor), recoveryCodes };
    },
    { form: true },
  );

  bind(app, accountEndpoints.removeFactor, ({ params }, context) =>
    removeFactor(db, callerOf(context), params.id, { ...proving(), isRequired: isRequired() }),
  );

  bind(app, accountEndpoints.renewRecoveryCodes, async (_, context) => ({
    recoveryCodes: await renewRecoveryCodes(db, callerOf(context), proving()),
  }));
}
