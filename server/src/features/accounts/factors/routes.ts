import { accountEndpoints } from "contract/accounts/api.ts";
import { accountProblems } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
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
import type { DescribeSession } from "../sessions/new-session.ts";
import { addPasskey, confirmTotp, removeFactor, renewRecoveryCodes, startPasskey, startTotp } from "./commands.ts";
import { completeChallenge, describeChallenge } from "./commands-challenge.ts";
import { proveByCode, proveByPasskeyAlone } from "./commands-prove.ts";
import { type RelyingParty, signInOptions } from "./passkeys.ts";
import { toFactor } from "./present.ts";
import { countRecoveryCodes, listFactors } from "./queries.ts";

const minute = 60_000;
const hour = 60 * minute;

export interface FactorOptions {
  db: Db;
  secretKey: SecretKey;
  site: RelyingParty;
  sessionOf: DescribeSession;
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
  { db, secretKey, site, sessionOf, limits, countAttempt, isRequired, describe, callerOf }: FactorOptions,
): void {
  const proving = () => ({ secretKey, site, now: new Date() });
  const countFactorAttempt = limits.perKey("second factors of an account", 20, hour);
  const stepLimit = limits.perAddress("second steps of sign-ins", 20, minute);

  async function openSession(user: UserRow, time: { now: Date; expiresAt: Date }, context: CallContext) {
    const token = await startSession(db, user.id, sessionOf(context, time));
    return { token, user: await describe(user) };
  }

  /** Recorded for every account: callers who get this far know the password or have a session. */
  function recordFailure({ id: userId }: UserRow): Promise<void> {
    const description = "Gave a wrong second factor";
    return recordSecurityEvent(db, app.log, { action: "SIGN_IN_FAILED", userId, description });
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
      const { user, sessionExpiresAt } = await completeChallenge(db, body, {
        ...proving(),
        countAttempt: countFactorAttempt,
        onFailure: recordFailure,
      });
      return openSession(user, { now: new Date(), expiresAt: sessionExpiresAt }, context);
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
      return openSession(user, { now, expiresAt: signInEnd(now, rememberMe) }, context);
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
      await countFactorAttempt(String(userId));
      const isOwner = credential
        ? (await proveByPasskeyAlone(db, credential, proving()))?.userId === userId
        : await proveByCode(db, user, await listFactors(db, userId), code ?? "", proving());
      const path = credential ? "credential" : "code";
      const msg = credential ? accountProblems.passkeyRefused : accountProblems.codeWrong;
      if (!isOwner) {
        await recordFailure(user);
        throw new AppError("forbidden", msg, { details: [{ path, msg }] });
      }
      await confirmIdentity(db, token, now);
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
      await countFactorAttempt(String(caller.userId));
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
