import { timingSafeEqual } from "node:crypto";
import fastifyCookie from "@fastify/cookie";
import { accountEndpoints } from "contract/accounts/api.ts";
import { type Provider, signInFailureText } from "contract/accounts/rules.ts";
import { brand } from "contract/brand.ts";
import { AppError } from "contract/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../db/connect.ts";
import type { Env } from "../env.ts";
import { bind } from "../http/bind.ts";
import { deviceName } from "../http/device.ts";
import { hostCookie } from "../http/host-cookie.ts";
import { addressKey } from "../http/rate-limit.ts";
import type { SecretKey } from "../secret-key.ts";
import { prepareNetworkHash } from "./commands-guessing.ts";
import {
  createState,
  enterWith,
  keepStarted,
  type LinkTarget,
  linkIdentity,
  requireLinkTarget,
  signInPatienceMs,
  takeStarted,
  unlinkIdentity,
  useOnce,
} from "./commands-provider.ts";
import { signInEnd, startSession } from "./commands-session.ts";
import { googleProvider } from "./providers/google.ts";
import { type SignInProvider, SignInRefused } from "./providers/provider.ts";
import { steamProvider } from "./providers/steam.ts";
import { callerOf } from "./routes-caller.ts";
import { hashToken } from "./token.ts";

/** How long the callback page has for claiming its token, however slow the line. */
const claimTimeoutMs = 5 * 60_000;

export interface ProviderOptions {
  db: Db;
  env: Env;
  secretKey: SecretKey;
  isRegistrationOpen(): boolean;
}

/**
 * Signing in by Google and Steam. These addresses are opened by the browser itself, not called: they answer with
 * redirects, also when something goes wrong, and are no calls of the contract.
 */
export async function providerRoutes(
  app: FastifyInstance,
  { db, env, secretKey, isRegistrationOpen }: ProviderOptions,
) {
  const hashNetwork = prepareNetworkHash(secretKey);
  await app.register(fastifyCookie);
  /** Holds the state of the sign-in that this browser began last. */
  const stateCookie = hostCookie(env.publicUrl, `${brand.slug}_sign_in`, {
    path: "/api/auth",
    // not "strict": the provider's page leads back here
    sameSite: "lax",
    maxAgeMs: signInPatienceMs,
  });
  /** Holds the hash of the token that the last sign-in of this browser ended with. */
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

  async function begin(provider: SignInProvider, linkTo: LinkTarget | null): Promise<{ url: string; state: string }> {
    const state = createState();
    const { url, secret } = await provider.begin(state);
    await keepStarted(db, provider.name, { state, secret, linkTo }, new Date());
    return { url, state };
  }

  /** Where the browser goes after its answer was checked. */
  async function finish(provider: SignInProvider, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const answer = new URLSearchParams(request.raw.url?.split("?").slice(1).join("?"));
    const state = boundState(answer, request.cookies[stateCookie.name]);
    const now = new Date();
    const started = state === null ? null : await takeStarted(db, provider.name, state, now);
    if (!started) throw new SignInRefused("expired", "no such sign-in was begun in this browser");
    const identity = await provider.finish(answer, started);
    if (started.linkTo !== null) {
      await linkIdentity(db, started.linkTo, identity, now);
      return `/profile?linked=${provider.name}`;
    }
    const user = await enterWith(db, identity, { registrationOpen: isRegistrationOpen(), now });
    const device = deviceName(request.headers["user-agent"]);
    const network = hashNetwork(addressKey(request.ip));
    const expiresAt = signInEnd(now, false);
    const token = await startSession(db, user.id, { device, network, now, expiresAt, byProvider: true });
    reply.setCookie(claimCookie.name, claimOf(token), claimCookie.options);
    return `/auth/callback?token=${token}`;
  }

  function explain(provider: SignInProvider, error: unknown, request: FastifyRequest): string {
    const failure = error instanceof SignInRefused ? error.failure : "failed";
    // the error itself may quote what the provider answered
    if (error instanceof SignInRefused)
      request.log.info({ provider: provider.name, failure, reason: error.message }, "sign-in refused");
    else request.log.error({ err: error, provider: provider.name }, "sign-in failed");
    return `/auth/callback?error=${failure}&provider=${provider.name}`;
  }

  for (const provider of Object.values(providers)) {
    const url = `/api/auth/${provider.name}`;

    app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      try {
        const begun = await begin(provider, null);
        reply.setCookie(stateCookie.name, begun.state, stateCookie.options);
        return lead(reply, begun.url);
      } catch (error) {
        return lead(reply, explain(provider, error, request));
      }
    });

    app.get(`${url}/callback`, { exposeHeadRoute: false }, async (request, reply) => {
      reply.clearCookie(stateCookie.name, stateCookie.options);
      const address = await finish(provider, request, reply).catch((error) => explain(provider, error, request));
      return lead(reply, address);
    });
  }

  bind(app, accountEndpoints.startLink, async ({ params }, context) => {
    const linkTo = await requireLinkTarget(db, callerOf(context), new Date());
    const begun = await begin(providers[params.provider], linkTo).catch((error) => {
      if (!(error instanceof SignInRefused)) throw error;
      throw new AppError("unavailable", signInFailureText(error.failure, params.provider));
    });
    context.setHeader("set-cookie", app.serializeCookie(stateCookie.name, begun.state, stateCookie.options));
    return { url: begun.url };
  });

  bind(app, accountEndpoints.unlink, ({ params }, context) =>
    unlinkIdentity(db, callerOf(context), params.provider, new Date()),
  );

  bind(app, accountEndpoints.claimSignIn, ({ body: { token } }, { cookies, setHeader }) => {
    if (!isSame(claimOf(token), cookies[claimCookie.name])) {
      throw new AppError("forbidden", "This browser did not start that sign-in");
    }
    setHeader("set-cookie", app.serializeCookie(claimCookie.name, "", { ...claimCookie.options, maxAge: 0 }));
  });
}

/** What the browser's cookie holds of a token. */
function claimOf(token: string): string {
  return hashToken(token).toString("base64url");
}

/** The state of the answer, when it is the one that this browser began with. */
function boundState(answer: URLSearchParams, kept: string | undefined): string | null {
  const [state, ...more] = answer.getAll("state");
  return state && more.length === 0 && isSame(state, kept) ? state : null;
}

function isSame(secret: string, kept: string | undefined): boolean {
  return kept !== undefined && timingSafeEqual(hashToken(secret), hashToken(kept));
}

/** A redirect of which nothing stays behind: neither in a cache nor in what the next page learns about where one came from. */
function lead(reply: FastifyReply, address: string): FastifyReply {
  return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(address, 302);
}
