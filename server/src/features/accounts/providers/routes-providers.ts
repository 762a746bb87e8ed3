import fastifyCookie from "@fastify/cookie";
import { accountEndpoints } from "contract/accounts/api.ts";
import { type Provider, signInFailureText } from "contract/accounts/rules.ts";
import { brand } from "contract/brand.ts";
import { AppError } from "contract/core/errors.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import { bind } from "../../../platform/http/bind.ts";
import { requestedLanguage } from "../../../platform/http/country.ts";
import { deviceName } from "../../../platform/http/limits/device.ts";
import { hostCookie } from "../../../platform/http/security/host-cookie.ts";
import type { Env } from "../../../platform/process/env.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { createToken, hashToken, isSameSecret } from "../../../platform/process/token.ts";
import { relyingPartyOf } from "../factors/passkeys.ts";
import { callerOf } from "../routes.ts";
import { signInEnd } from "../sessions/commands-session.ts";
import { completeSignIn } from "../sessions/complete-sign-in.ts";
import { prepareSessions } from "../sessions/new-session.ts";
import {
  findOrCreateUser,
  linkIdentity,
  requireLinkTarget,
  type StoredSignIn,
  signInTimeoutMs,
  storeSignIn,
  takeSignIn,
  unlinkIdentity,
  useOnce,
} from "./commands-provider.ts";
import { googleProvider } from "./google.ts";
import { type SignInProvider, SignInRejected } from "./provider.ts";
import { steamProvider } from "./steam.ts";

/** How long the callback page has to claim its token. */
const claimTimeoutMs = 5 * 60_000;

export interface ProviderOptions {
  db: Db;
  env: Env;
  secretKey: SecretKey;
  isRegistrationOpen(): boolean;
  /** The languages that visitors can choose. */
  listLanguages(): readonly Pick<SiteLanguage, "tag">[];
}

/**
 * Signing in with Google and Steam. Browsers open these addresses, so they redirect, also on errors, and are not part
 * of the contract.
 */
export async function providerRoutes(
  app: FastifyInstance,
  { db, env, secretKey, isRegistrationOpen, listLanguages }: ProviderOptions,
) {
  const site = relyingPartyOf(env.publicUrl);
  const { sessionOf } = prepareSessions(app, { secretKey, publicUrl: env.publicUrl });
  await app.register(fastifyCookie);
  /** The state of the browser's latest sign-in. */
  const stateCookie = hostCookie(env.publicUrl, `${brand.slug}_sign_in`, {
    path: "/api/auth",
    // not "strict": the provider's page leads back here
    sameSite: "lax",
    maxAgeMs: signInTimeoutMs,
  });
  /** The hash of the token from the browser's latest sign-in. */
  const claimCookie = hostCookie(env.publicUrl, `${brand.slug}_signed_in`, {
    path: "/api/auth",
    sameSite: "strict",
    maxAgeMs: claimTimeoutMs,
  });
  const providers: Record<Provider, SignInProvider> = {
    google: googleProvider(env),
    steam: steamProvider({
      env,
      useOnce: (key, expiresAt) => useOnce(db, key, expiresAt),
      now: () => new Date(),
    }),
  };

  async function begin(
    provider: SignInProvider,
    { linkTo = null, language = null }: Partial<Pick<StoredSignIn, "linkTo" | "language">>,
  ): Promise<{ url: string; state: string }> {
    if (env.demo) throw new SignInRejected("not_configured", "the site is a demo");
    const state = createToken();
    const { url, secret } = await provider.begin(state);
    await storeSignIn(db, provider.name, { state, secret, linkTo, language }, new Date());
    return { url, state };
  }

  /** Checks the callback. Returns the URL to redirect to. */
  async function finish(provider: SignInProvider, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const params = new URLSearchParams(request.raw.url?.split("?").slice(1).join("?"));
    const state = boundState(params, request.cookies[stateCookie.name]);
    const now = new Date();
    const pending = state === null ? null : await takeSignIn(db, provider.name, state, now);
    if (!pending) throw new SignInRejected("expired", "no such sign-in was begun in this browser");
    const identity = await provider.finish(params, pending);
    if (pending.linkTo !== null) {
      await linkIdentity(db, pending.linkTo, identity, { secretKey, now });
      return `/profile?linked=${provider.name}`;
    }
    const user = await findOrCreateUser(db, identity, {
      ...{ registrationOpen: isRegistrationOpen(), language: pending.language ?? null, secretKey, now },
    });
    const session = sessionOf(
      {
        device: deviceName(request.headers["user-agent"]),
        address: request.ip,
        cookies: request.cookies,
        setHeader: (name, value) => reply.header(name, value),
      },
      { now, expiresAt: signInEnd(now, false) },
    );
    const verified = { by: "provider", provider: provider.name, id: identity.id } as const;
    const next = await completeSignIn(db, user.id, verified, { ...session, site, byProvider: true }).catch((error) => {
      if (!(error instanceof AppError && error.code === "unauthenticated")) throw error;
      throw new SignInRejected("expired", "the account was changed during the sign-in");
    });
    if ("challenge" in next) return `/auth/callback?challenge=${next.challenge}`;
    const { token } = next;
    reply.setCookie(claimCookie.name, claimOf(token), claimCookie.options);
    return `/auth/callback?token=${token}`;
  }

  function explain(provider: SignInProvider, error: unknown, request: FastifyRequest): string {
    const failure = error instanceof SignInRejected ? error.failure : "failed";
    // the error may quote the provider's response
    if (error instanceof SignInRejected)
      request.log.info({ provider: provider.name, failure, reason: error.message }, "sign-in refused");
    else request.log.error({ err: error, provider: provider.name }, "sign-in failed");
    return `/auth/callback?error=${failure}&provider=${provider.name}`;
  }

  for (const provider of Object.values(providers)) {
    const url = `/api/auth/${provider.name}`;

    app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      try {
        const asked = requestedLanguage(request.query as { language?: unknown });
        const language = listLanguages().find(({ tag }) => tag === asked)?.tag ?? null;
        const { url: address, state } = await begin(provider, { language });
        reply.setCookie(stateCookie.name, state, stateCookie.options);
        return redirect(reply, address);
      } catch (error) {
        return redirect(reply, explain(provider, error, request));
      }
    });

    app.get(`${url}/callback`, { exposeHeadRoute: false }, async (request, reply) => {
      reply.clearCookie(stateCookie.name, stateCookie.options);
      const address = await finish(provider, request, reply).catch((error) => explain(provider, error, request));
      return redirect(reply, address);
    });
  }

  bind(app, accountEndpoints.startLink, async ({ params }, context) => {
    const linkTo = await requireLinkTarget(db, callerOf(context), new Date());
    const { url: address, state } = await begin(providers[params.provider], { linkTo }).catch((error) => {
      if (!(error instanceof SignInRejected)) throw error;
      throw new AppError("unavailable", signInFailureText(error.failure, params.provider));
    });
    context.setHeader("set-cookie", app.serializeCookie(stateCookie.name, state, stateCookie.options));
    return { url: address };
  });

  bind(app, accountEndpoints.unlink, ({ params }, context) =>
    unlinkIdentity(db, callerOf(context), params.provider, { secretKey, now: new Date() }),
  );

  bind(app, accountEndpoints.claimSignIn, ({ body: { token } }, { cookies, setHeader }) => {
    if (!isSame(claimOf(token), cookies[claimCookie.name])) {
      throw new AppError("forbidden", "This browser did not start that sign-in");
    }
    setHeader("set-cookie", app.serializeCookie(claimCookie.name, "", { ...claimCookie.options, maxAge: 0 }));
  });
}

/** The form of a token in the claim cookie. */
function claimOf(token: string): string {
  return hashToken(token).toString("base64url");
}

/** The state in the callback, if it is the one in the browser's cookie. */
function boundState(params: URLSearchParams, cookie: string | undefined): string | null {
  const [state, ...more] = params.getAll("state");
  return state && more.length === 0 && isSame(state, cookie) ? state : null;
}

function isSame(secret: string, cookie: string | undefined): boolean {
  return cookie !== undefined && isSameSecret(secret, cookie);
}

/** Redirects without a cache entry and without a referrer. */
function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(address, 302);
}
