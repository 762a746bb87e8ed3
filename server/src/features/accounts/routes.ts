import { accountEndpoints } from "contract/accounts/api.ts";
import { AppError, invalid } from "contract/core/errors.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { FindMarket } from "contract/markets/schema.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, type CallContext, callerId } from "../../platform/http/bind.ts";
import { addressKey, type Limits } from "../../platform/http/limits/rate-limit.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { hashToken } from "../../platform/process/token.ts";
import { keyRoutes } from "./api-keys/routes.ts";
import { deleteAccount, registerUser, requirePassword } from "./commands.ts";
import { signInToDemo } from "./commands-demo.ts";
import { cancelEmailChange, confirmEmail, type MayMail, resendConfirmation, undoTakeover } from "./commands-email.ts";
import { updateProfile } from "./commands-profile.ts";
import { relyingPartyOf } from "./factors/passkeys.ts";
import { factorRoutes } from "./factors/routes.ts";
import { isKnownNetwork, prepareNetworkHash, recordBruteForce } from "./passwords/commands-brute-force.ts";
import { changePassword } from "./passwords/commands-change.ts";
import { confirmReset, requestReset } from "./passwords/commands-reset.ts";
import { createBruteForcePolicy } from "./passwords/policy-brute-force.ts";
import { requireGoodPassword } from "./passwords/policy-password.ts";
import { toExport, toSignIn, type UserRow } from "./present.ts";
import { describeUser, findFacts } from "./present-user.ts";
import { emailKey, listEmailLinks, listSignIns, requireUser } from "./queries.ts";
import { type Caller, requireRecentSignIn } from "./sessions/commands-reauthenticate.ts";
import { endAllSessions, endSession, endSessionById, signInEnd, startSession } from "./sessions/commands-session.ts";
import { completeSignIn } from "./sessions/complete-sign-in.ts";
import { prepareSessions } from "./sessions/new-session.ts";

const minute = 60_000;
const hour = 60 * minute;

export interface AccountOptions {
  db: Db;
  secretKey: SecretKey;
  publicUrl: string;
  /** Whether anyone may sign in to the accounts of the demo. */
  isDemo: boolean;
  isRegistrationOpen(): boolean;
  /** Whether administrators need a second factor. */
  isFactorRequired(): boolean;
  /** Throws `invalid` for a country that is no market. */
  findMarket: FindMarket;
  /** The tags of the languages that visitors can choose. */
  listLanguages(): readonly Pick<SiteLanguage, "tag">[];
  limits: Limits;
  /** What other features store about a user, by the name it has in the export. */
  exports: Record<string, (userId: number) => Promise<unknown>>;
}

export function accountRoutes(app: FastifyInstance, options: AccountOptions) {
  const { db, secretKey, publicUrl, isRegistrationOpen, isFactorRequired, findMarket, limits } = options;
  const { exports, listLanguages, isDemo } = options;
  const site = relyingPartyOf(publicUrl);
  const { sessionOf, deviceOf } = prepareSessions(app, { secretKey, publicUrl });
  const hashNetwork = prepareNetworkHash(secretKey);
  const bruteForce = createBruteForcePolicy(limits);
  const countRegistration = limits.perSubnet("registrations of a neighbourhood", 50, hour);
  const countDeletion = limits.perKey("deletions of an account", 20, hour);
  const countAttempt = limits.perKey("password confirmations of an account", 20, hour);
  const countEmailChange = limits.perKey("email changes of an account", 5, hour);
  // silent limits: they must neither reveal accounts nor block their owners
  const tooManyResets = limits.tooMany("resets of an account", 5, hour);
  const tooManyConfirmations = limits.tooMany("confirmations of an address", 5, hour);
  const tooManyResends = limits.tooMany("resent confirmations of an account", 5, hour);
  const mayMail: MayMail = async (key) => !(await tooManyConfirmations(key));
  const mailing = () => ({ secretKey, now: new Date() });
  const describe = (user: UserRow) => describeUser(db, user);
  const currentHash = (token: string | null) => (token ? hashToken(token) : null);

  const isRequired = isFactorRequired;
  factorRoutes(app, {
    ...{ db, secretKey, site, sessionOf, deviceOf, limits, countAttempt, isRequired, describe, callerOf },
  });
  keyRoutes(app, { db, secretKey, callerOf });

  bind(
    app,
    accountEndpoints.register,
    async ({ body }, context) => {
      await countRegistration(context.address);
      await requireGoodPassword(db, body, body.password, "password");
      const now = new Date();
      const confirmBy = (await mayMail(emailKey(body.email))) ? secretKey : null;
      const user = await registerUser(db, body, { now, confirmBy });
      const verified = { by: "password", passwordHash: user.passwordHash } as const;
      const session = sessionOf(context, { now, expiresAt: signInEnd(now, false) });
      const token = await startSession(db, user.id, verified, session);
      return { token, user: await describe(user) };
    },
    {
      form: true,
      limit: limits.perAddress("registrations", 10, hour),
      guard() {
        if (!isRegistrationOpen()) throw new AppError("forbidden", "Registration is closed");
      },
    },
  );

  bind(
    app,
    accountEndpoints.login,
    async ({ body: { email, password, rememberMe = false } }, context) => {
      const now = new Date();
      const network = addressKey(context.address);
      const networkHash = hashNetwork(network);
      const attempt = { key: emailKey(email), network, isKnown: await isKnownNetwork(db, email, networkHash, now) };
      await bruteForce.count(attempt);
      const user = await requirePassword(db, email, password).catch(async (error) => {
        const attack = isWrongPassword(error) ? await bruteForce.noteFailure(attempt) : null;
        if (attack) await recordBruteForce(db, email, attack);
        throw error;
      });
      const session = sessionOf(context, { now, expiresAt: signInEnd(now, rememberMe) });
      const verified = { by: "password", passwordHash: user.passwordHash } as const;
      const next = await completeSignIn(db, user.id, verified, { ...session, site });
      return "token" in next ? { ...next, user: await describe(user) } : next;
    },
    { form: true, limit: limits.perAddress("sign-ins", 10, minute) },
  );

  bind(
    app,
    accountEndpoints.demo,
    async ({ body }, context) => {
      if (!isDemo) throw new AppError("not_found", "Not found");
      const now = new Date();
      const session = sessionOf(context, { now, expiresAt: signInEnd(now, false) });
      const { token, user } = await signInToDemo(db, body.as, session);
      return { token, user: await describe(user) };
    },
    { limit: limits.perAddress("sign-ins to the demo", 10, minute) },
  );

  bind(app, accountEndpoints.logout, async (_, { token }) => {
    if (token) await endSession(db, token);
  });

  bind(app, accountEndpoints.logoutEverywhere, (_, context) => endAllSessions(db, callerId(context)));

  bind(app, accountEndpoints.me, async (_, context) => ({
    user: await describe(await requireUser(db, callerId(context))),
  }));

  bind(
    app,
    accountEndpoints.updateProfile,
    async ({ body }, context) => {
      const { userId, token } = callerOf(context);
      if (body.country) findMarket(body.country);
      if (body.locale && !listLanguages().some(({ tag }) => tag === body.locale)) {
        throw invalid([{ path: "locale", msg: "The site does not have this language" }]);
      }
      const options = { ...mailing(), token, countAttempt, countEmailChange, mayMail };
      return { user: await describe(await updateProfile(db, await requireUser(db, userId), body, options)) };
    },
    { form: true, repeatDetailsAs: "errors" },
  );

  bind(app, accountEndpoints.resendConfirmation, async (_, context) => {
    const userId = callerId(context);
    if (!(await tooManyResends(String(userId)))) await resendConfirmation(db, userId, { ...mailing(), mayMail });
    return { message: "If an address waits to be confirmed, a mail with a link is on its way." };
  });

  const emailLinkLimit = limits.perAddress("mailed links", 10, minute);
  bind(app, accountEndpoints.confirmEmail, ({ body }) => confirmEmail(db, body.token, mailing()), {
    form: true,
    limit: emailLinkLimit,
  });
  for (const endpoint of [accountEndpoints.undoEmail, accountEndpoints.undoFactor]) {
    bind(app, endpoint, ({ body }) => undoTakeover(db, body.token, mailing()), { form: true, limit: emailLinkLimit });
  }

  bind(app, accountEndpoints.cancelEmail, (_, context) => cancelEmailChange(db, callerId(context)));

  bind(app, accountEndpoints.signIns, async (_, context) => {
    const rows = await listSignIns(db, callerId(context), new Date());
    return { sessions: rows.map((row) => toSignIn(row, currentHash(context.token))) };
  });

  bind(app, accountEndpoints.endSession, ({ params }, context) => endSessionById(db, callerId(context), params.id));

  bind(
    app,
    accountEndpoints.changePassword,
    async ({ body }, context) => {
      const caller = callerOf(context);
      const user = await requireUser(db, caller.userId);
      await changePassword(db, user, body, { ...mailing(), ...caller, countAttempt });
    },
    { form: true, limit: limits.perAddress("password changes", 10, minute) },
  );

  bind(app, accountEndpoints.exportAccount, async (_, context) => {
    await requireRecentSignIn(db, context.token, new Date());
    const userId = callerId(context);
    const signIns = await listSignIns(db, userId, new Date());
    const parts: Record<string, unknown> = toExport(
      await requireUser(db, userId),
      await findFacts(db, userId),
      signIns,
      await listEmailLinks(db, userId, new Date()),
      currentHash(context.token),
    );
    for (const [name, read] of Object.entries(exports)) parts[name] = await read(userId);
    return { exportedAt: new Date().toISOString(), ...parts };
  });

  bind(
    app,
    accountEndpoints.deleteAccount,
    async ({ body }, context) => {
      const user = await requireUser(db, callerId(context));
      await countDeletion(String(user.id));
      await deleteAccount(db, user.id, { password: body.password, token: context.token ?? "", now: new Date() });
    },
    { form: true, limit: limits.perAddress("deletions", 10, minute) },
  );

  bind(
    app,
    accountEndpoints.requestReset,
    async ({ body }) => {
      // unknown addresses count like known ones
      if (!(await tooManyResets(emailKey(body.email)))) await requestReset(db, body.email);
      return { message: "If an account has this address, a mail with a link for a new password is on its way." };
    },
    { form: true, limit: limits.perAddress("resets", 5, hour) },
  );

  bind(
    app,
    accountEndpoints.confirmReset,
    async ({ body }, { address }) => {
      const network = hashNetwork(addressKey(address));
      await confirmReset(db, body, { network, now: new Date() });
    },
    { form: true, limit: limits.perAddress("new passwords", 10, minute) },
  );
}

/** Whether signing in failed because of the password, and not because of load. */
function isWrongPassword(error: unknown): boolean {
  return error instanceof AppError && error.code === "unauthenticated";
}

/** The user who makes the call, with the token of its session. */
export function callerOf(context: CallContext): Caller {
  // an authenticated caller has sent a token
  return { userId: callerId(context), token: context.token ?? "" };
}
