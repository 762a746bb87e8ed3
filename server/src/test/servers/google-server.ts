import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type ClientAuthMethod } from "oidc-provider";
import { afterAll } from "vitest";

export interface GoogleServer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Claims of the accounts by `sub`. */
  people: Map<string, Record<string, unknown>>;
  /** Signs in to the account; returns the address to which the browser is redirected. */
  signIn(authorizationUrl: string, sub: string): Promise<string>;
  /** Handles requests instead of the provider if it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
}

export interface GoogleServerOptions {
  redirectUri: string;
  authMethod?: ClientAuthMethod;
  /** Whether the identity token contains the email, like Google's, or only the user info. */
  claimsInToken?: boolean;
}

/** A local OpenID provider in place of Google. Closed after the file's last test. */
export async function startGoogle(options: GoogleServerOptions): Promise<GoogleServer> {
  const { redirectUri, authMethod = "client_secret_post", claimsInToken = true } = options;
  const people = new Map<string, Record<string, unknown>>();
  const clientId = "the-client";
  const clientSecret = randomBytes(16).toString("hex");
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};

  const server = createServer((request, response) => {
    if (google.intercept?.(request, response)) return;
    void handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: authMethod,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "k", use: "sig", alg: "RS256" }] },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    conformIdTokenClaims: !claimsInToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        accountId: oidc.session?.accountId ?? "",
        clientId: oidc.client?.clientId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  handle = async (request, response) => {
    const sub = request.headers["x-sign-in-as"];
    if (!request.url?.startsWith("/interaction/")) return callback(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: String(sub) } });
  };

  const google: GoogleServer = {
    issuer,
    clientId,
    clientSecret,
    people,
    intercept: null,
    async signIn(authorizationUrl, sub) {
      const cookies = new Map<string, string>();
      let url = authorizationUrl;
      while (url.startsWith(issuer)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(url, { redirect: "manual", headers: { cookie, "x-sign-in-as": sub } });
        for (const line of response.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const next = response.headers.get("location");
        if (!next) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
        url = new URL(next, url).href;
      }
      return url;
    },
  };
  return google;
}
