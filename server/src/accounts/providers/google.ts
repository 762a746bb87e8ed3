import { emailProblem } from "contract/accounts/rules.ts";
import * as openid from "openid-client";
import type { Env } from "../../env.ts";
import { type Begun, givenName, type Identity, pictureUrl, type SignInProvider, SignInRefused } from "./provider.ts";

const timeoutSeconds = 10;

/** OpenID Connect: the authorization code flow with PKCE, state and nonce; the identity token's signature is checked too. */
export function googleProvider(
  env: Pick<Env, "googleClientId" | "googleClientSecret" | "googleIssuer" | "publicUrl">,
): SignInProvider {
  const callback = `${env.publicUrl}/api/auth/google/callback`;
  let discovered: Promise<Client> | undefined;

  /** What the provider says about itself: asked for when first needed, and again after a failure. */
  function discover(): Promise<Client> {
    const { googleClientId, googleClientSecret, googleIssuer } = env;
    if (!googleClientId || !googleClientSecret) throw new SignInRefused("not_configured", "no client id");
    discovered ??= discoverClient(new URL(googleIssuer), googleClientId, googleClientSecret).catch((error) => {
      discovered = undefined;
      throw new SignInRefused("unavailable", `discovery failed: ${codeOf(error)}`, { cause: error });
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

  async function finish(answer: URLSearchParams, { state, secret }: Begun): Promise<Identity> {
    const client = await discover();
    const { verifier, nonce } = JSON.parse(secret) as { verifier: string; nonce: string };
    if (answer.get("error") === "access_denied") throw new SignInRefused("cancelled", "access denied");
    const claims = await readClaims(client, new URL(`${callback}?${answer}`), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    return toIdentity(claims);
  }

  return { name: "google", begin, finish };
}

/** The site as a client of the provider, with its secret in the body of a request, and in the header. */
type Client = readonly [openid.Configuration, openid.Configuration];

async function discoverClient(issuer: URL, id: string, secret: string): Promise<Client> {
  const setUp = [
    openid.enableNonRepudiationChecks,
    // an issuer without TLS is one that the operator set, for a trial on the same machine
    ...(issuer.protocol === "http:" ? [openid.allowInsecureRequests] : []),
  ];
  const first = await openid.discovery(issuer, id, secret, openid.ClientSecretPost(secret), {
    timeout: timeoutSeconds,
    execute: setUp,
  });
  const second = new openid.Configuration(first.serverMetadata(), id, secret, openid.ClientSecretBasic(secret));
  second.timeout = timeoutSeconds;
  for (const apply of setUp) apply(second);
  return [first, second];
}

/** The claims of the identity token; of the user info as well, where the token is short of an address. */
async function readClaims(
  [config, otherwise]: Client,
  answered: URL,
  checks: openid.AuthorizationCodeGrantChecks,
): Promise<Claims> {
  try {
    const tokens = await openid.authorizationCodeGrant(config, answered, checks).catch((error) => {
      // some providers take the secret in one of the two places only; the code is not used up by the wrong one
      if (error.status !== 401) throw error;
      return openid.authorizationCodeGrant(otherwise, answered, checks);
    });
    const claims = tokens.claims();
    if (!claims) throw new SignInRefused("failed", "no identity token");
    if ("email" in claims || !config.serverMetadata().userinfo_endpoint) return claims;
    return { ...(await openid.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
  } catch (error) {
    if (error instanceof SignInRefused) throw error;
    throw new SignInRefused("failed", `answer refused: ${codeOf(error)}`, { cause: error });
  }
}

type Claims = Record<string, unknown> & { sub: string };

function toIdentity({ sub, email, email_verified, name, picture }: Claims): Identity {
  const isTheirs = email_verified === true && typeof email === "string" && emailProblem(email) === null;
  return {
    provider: "google",
    id: sub,
    email: isTheirs ? email : null,
    name: givenName(name),
    avatarUrl: pictureUrl(picture),
  };
}

/** The library's code for what went wrong; its messages may quote the answer. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
}
