import { emailProblem } from "contract/accounts/rules.ts";
import * as openid from "openid-client";
import type { Env } from "../../../platform/process/env.ts";
import {
  cleanName,
  type Identity,
  type PendingSignIn,
  pictureUrl,
  type SignInProvider,
  SignInRejected,
} from "./provider.ts";

const timeoutSeconds = 10;

/**
 * OpenID Connect: the authorization code flow with PKCE, state and nonce; the identity token's signature is checked
 * too.
 */
export function googleProvider(
  env: Pick<Env, "googleClientId" | "googleClientSecret" | "googleIssuer" | "publicUrl">,
): SignInProvider {
  const callback = `${env.publicUrl}/api/auth/google/callback`;
  let discovered: Promise<Client> | undefined;

  /** Discovers the provider on first use, and again after a failure. */
  function discover(): Promise<Client> {
    const { googleClientId, googleClientSecret, googleIssuer } = env;
    if (!googleClientId || !googleClientSecret) throw new SignInRejected("not_configured", "no client id");
    discovered ??= discoverClient(new URL(googleIssuer), googleClientId, googleClientSecret).catch((error) => {
      discovered = undefined;
      throw new SignInRejected("unavailable", `discovery failed: ${codeOf(error)}`, { cause: error });
    });
    return discovered;
  }

  async function begin(state: string) {
    const [config] = await discover();
    const verifier = openid.randomPKCECodeVerifier();
    const nonce = openid.randomNonce();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: "openid email profile",
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    return { url: url.href, secret: JSON.stringify({ verifier, nonce }) };
  }

  async function finish(params: URLSearchParams, { state, secret }: PendingSignIn): Promise<Identity> {
    const client = await discover();
    const { verifier, nonce } = JSON.parse(secret) as { verifier: string; nonce: string };
    if (params.get("error") === "access_denied") throw new SignInRejected("cancelled", "access denied");
    const claims = await readClaims(client, new URL(`${callback}?${params}`), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    return toIdentity(claims);
  }

  return { name: "google", begin, finish };
}

/** The site as a client of the provider: sends its secret in the body, or in the header of a request. */
type Client = readonly [openid.Configuration, openid.Configuration];

async function discoverClient(issuer: URL, id: string, secret: string): Promise<Client> {
  const options = [
    openid.enableNonRepudiationChecks,
    // the operator can configure an issuer without TLS for a trial on the same machine
    ...(issuer.protocol === "http:" ? [openid.allowInsecureRequests] : []),
  ];
  const first = await openid.discovery(issuer, id, secret, openid.ClientSecretPost(secret), {
    timeout: timeoutSeconds,
    execute: options,
  });
  const second = new openid.Configuration(first.serverMetadata(), id, secret, openid.ClientSecretBasic(secret));
  second.timeout = timeoutSeconds;
  for (const apply of options) apply(second);
  return [first, second];
}

/** The claims of the identity token, with those of the user info if the token has no address. */
async function readClaims(
  [config, fallback]: Client,
  callback: URL,
  checks: openid.AuthorizationCodeGrantChecks,
): Promise<Claims> {
  try {
    const tokens = await openid.authorizationCodeGrant(config, callback, checks).catch((error) => {
      // some providers accept the secret in one place only; a wrong attempt does not use up the code
      if (error.status !== 401) throw error;
      return openid.authorizationCodeGrant(fallback, callback, checks);
    });
    const claims = tokens.claims();
    if (!claims) throw new SignInRejected("failed", "no identity token");
    if ("email" in claims || !config.serverMetadata().userinfo_endpoint) return claims;
    return { ...(await openid.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
  } catch (error) {
    if (error instanceof SignInRejected) throw error;
    throw new SignInRejected("failed", `response rejected: ${codeOf(error)}`, { cause: error });
  }
}

type Claims = Record<string, unknown> & { sub: string };

function toIdentity({ sub, email, email_verified, name, picture }: Claims): Identity {
  const isVerified = email_verified === true && typeof email === "string" && emailProblem(email) === null;
  return {
    provider: "google",
    id: sub,
    email: isVerified ? email : null,
    name: cleanName(name),
    avatarUrl: pictureUrl(picture),
  };
}

/** The library's error code; its messages may quote the response. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
}
