import { generateKeyPairSync, sign } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { hashToken } from "../../../platform/process/token.ts";
import { startTestApp } from "../../../test/app.ts";
import { openBrowser, type TestBrowser } from "../../../test/browser.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { type GoogleServer, startGoogle } from "../../../test/servers/google-server.ts";
import { signInUser } from "../../../test/users.ts";
import { users } from "../../users/table.ts";
import { passwordResets, sessions } from "../table.ts";

const publicUrl = "http://shop.example";
const redirectUri = `${publicUrl}/api/auth/google/callback`;
const google = await startGoogle({ redirectUri });
const database = await createTestDatabase();
const { db } = database;
let logged = "";
const log = pino(
  { level: "trace" },
  {
    write(line: string) {
      logged += line;
    },
  },
);
const envOf = ({ issuer, clientId, clientSecret }: GoogleServer) => ({
  GOOGLE_ISSUER: issuer,
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  PUBLIC_URL: publicUrl,
});
const app = await startTestApp(database, { env: envOf(google), log });
const unconfigured = await startTestApp(database, { env: { PUBLIC_URL: publicUrl } });

let counter = 0;
/** A person at Google, with an address of their own unless another is given. */
function newPerson(claims: object = {}, at = google): string {
  counter += 1;
  const sub = `person-${counter}`;
  at.people.set(sub, { email: `${sub}@mail.example`, email_verified: true, name: "Ann Lee", ...claims });
  return sub;
}

async function begin(site = app): Promise<{ browser: TestBrowser; sentTo: string }> {
  const browser = openBrowser(site);
  const { status, location } = await browser.open("/api/auth/google");
  expect(status).toBe(302);
  return { browser, sentTo: location };
}

async function attemptSignIn(sub: string, at = google, site = app): Promise<string> {
  const { browser, sentTo } = await begin(site);
  return (await browser.open(await at.signIn(sentTo, sub))).location;
}

async function signIn(sub: string): Promise<string> {
  const location = await attemptSignIn(sub);
  expect(location).toMatch(/^\/auth\/callback\?token=[\w-]{43}$/);
  return location.slice(location.indexOf("=") + 1);
}

async function me(token: string) {
  return (await app.inject({ url: "/api/auth/me", headers: { authorization: `Bearer ${token}` } })).json().user;
}

const userOf = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0];

async function accounts() {
  return JSON.stringify([await db.select().from(users).orderBy(users.id), await db.$count(sessions)]);
}

test.each([
  ["?language=de", "de"],
  ["?language=pt-BR", "pt-BR"],
  ["", null],
  ["?language=tlh", null],
  ["?language=de&language=fr", null],
])("a new account begun at %j has the language %s, which later sign-ins leave", async (search, language) => {
  const sub = newPerson();
  const signInAt = async (at: string) => {
    const browser = openBrowser(app);
    const { location } = await browser.open(`/api/auth/google${at}`);
    const back = (await browser.open(await google.signIn(location, sub))).location;
    return me(back.slice(back.indexOf("=") + 1));
  };
  expect((await signInAt(search)).locale).toBe(language);
  expect((await signInAt("?language=ja")).locale).toBe(language);
});

afterEach(() => {
  google.intercept = null;
});

describe("signing in", () => {
  test("leads to the provider with code flow, PKCE, state and nonce", async () => {
    const { browser, sentTo } = await begin();
    const url = new URL(sentTo);
    expect(url.origin).toBe(google.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: google.clientId,
      redirect_uri: redirectUri,
      scope: "openid email profile",
      state: [...browser.cookies.values()][0],
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  test("creates an account with the verified address and finds it the next time", async () => {
    const sub = newPerson({ picture: "https://pictures.example/a.png" });
    const user = await me(await signIn(sub));
    expect(user).toMatchObject({
      username: expect.stringMatching(/^AnnLee-\d+$/),
      displayName: "Ann Lee",
      email: `${sub}@mail.example`,
      avatarUrl: "https://pictures.example/a.png",
      hasPassword: false,
      linked: ["google"],
    });
    expect(await userOf(user.id)).toMatchObject({ googleId: sub, emailVerified: true });
    google.people.set(sub, { email: "renamed@mail.example", email_verified: true });
    expect((await me(await signIn(sub))).id).toBe(user.id);
  });

  test.each([[false], ["true"], [undefined]])(
    "an address with email_verified %j is not stored",
    async (email_verified) => {
      const sub = newPerson({ email_verified });
      expect(await me(await signIn(sub))).toMatchObject({ email: null, linked: ["google"] });
    },
  );

  test("claims of the user info alone and a client secret in the header work as well", async () => {
    const other = await startGoogle({ redirectUri, authMethod: "client_secret_basic", claimsInToken: false });
    const site = await startTestApp(database, { env: envOf(other) });
    const sub = newPerson({ email: "info@mail.example" }, other);
    expect(await attemptSignIn(sub, other, site)).toContain("token=");
    expect((await db.select().from(users).where(eq(users.email, "info@mail.example"))).length).toBe(1);
  });

  test("without configuration, the callback page gets an error", async () => {
    const { status, location, headers } = await openBrowser(unconfigured).open("/api/auth/google");
    expect([status, location]).toEqual([302, "/auth/callback?error=not_configured&provider=google"]);
    expect(headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store" });
  });

  test("an unreachable provider is tried again the next time", async () => {
    const site = await startTestApp(database, { env: envOf(google) });
    google.intercept = (_, response) => {
      response.destroy();
      return true;
    };
    const { location } = await openBrowser(site).open("/api/auth/google");
    expect(location).toBe("/auth/callback?error=unavailable&provider=google");
    google.intercept = null;
    expect((await openBrowser(site).open("/api/auth/google")).location).toContain(google.issuer);
  });
});

describe("an account that has the address already", () => {
  async function withPassword(email: string) {
    counter += 1;
    const payload = { username: `local-${counter}`, email, password: "a long password" };
    const result = await app.inject({ method: "POST", url: "/api/auth/register", payload });
    return { id: result.json().user.id as number, token: result.json().token as string };
  }
  const login = async (email: string) =>
    (await app.inject({ method: "POST", url: "/api/auth/login", payload: { email, password: "a long password" } }))
      .statusCode;

  test("is joined and keeps its password and sessions when the address is verified", async () => {
    const sub = newPerson();
    const email = `${sub}@mail.example`;
    const local = await withPassword(email.toUpperCase());
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, local.id));
    expect(await me(await signIn(sub))).toMatchObject({ id: local.id, linked: ["google"], hasPassword: true });
    expect(await login(email)).toBe(200);
    expect((await me(local.token)).id).toBe(local.id);
  });

  test("is joined but locks out the user who registered it when the address is not verified", async () => {
    const sub = newPerson();
    const email = `${sub}@mail.example`;
    const trap = await withPassword(email);
    await db
      .insert(passwordResets)
      .values({ tokenHash: hashToken("x"), userId: trap.id, expiresAt: new Date(Date.now() + 60_000) });
    expect(await me(await signIn(sub))).toMatchObject({ id: trap.id, hasPassword: false });
    expect(await login(email)).toBe(401);
    expect(await me(trap.token)).toBeUndefined();
    expect(await db.$count(passwordResets, eq(passwordResets.userId, trap.id))).toBe(0);
    expect(await userOf(trap.id)).toMatchObject({ emailVerified: true, googleId: sub });
  });

  test.each([
    ["Google does not say that the address is verified", { email_verified: false }, { emailVerified: true }, null],
    ["it is linked to another Google identity", {}, { googleId: "somebody", emailVerified: true }, "email_taken"],
  ])("is not joined when %s", async (_, claims, local, error) => {
    const sub = newPerson(claims);
    const { id } = await withPassword(`${sub}@mail.example`);
    await db.update(users).set(local).where(eq(users.id, id));
    const before = await userOf(id);
    const location = await attemptSignIn(sub);
    if (error) expect(location).toBe(`/auth/callback?error=${error}&provider=google`);
    else expect((await me(location.split("=")[1] ?? "")).id).not.toBe(id);
    expect(await userOf(id)).toEqual(before);
  });

  test("concurrent first sign-ins create one account", async () => {
    const sub = newPerson();
    const tokens = await Promise.all([signIn(sub), signIn(sub), signIn(sub)]);
    const ids = await Promise.all(tokens.map(async (token) => (await me(token)).id));
    expect(new Set(ids).size).toBe(1);
  });
});

test("a signed-in user links Google, whatever the address", async () => {
  const ann = await signInUser(db, "google-linker");
  const sub = newPerson({ email_verified: false });
  const result = await app.inject({ method: "POST", url: "/api/auth/link/google", headers: ann.headers });
  const browser = openBrowser(app);
  for (const { name, value } of result.cookies) browser.cookies.set(name, value);
  const { location } = await browser.open(await google.signIn(result.json().url, sub));
  expect(location).toBe("/profile?linked=google");
  expect((await me(await signIn(sub))).id).toBe(ann.id);
});

test("linking without configuration is a 503 with a message", async () => {
  const ann = await signInUser(db, "no-google");
  const result = await unconfigured.inject({ method: "POST", url: "/api/auth/link/google", headers: ann.headers });
  expect([result.statusCode, result.json().error]).toEqual([503, "Signing in with Google is not set up on this site."]);
});

// ---- forged responses

interface Parts {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

/** Replaces the identity token in the provider's responses. */
function forgeToken(forge: (parts: Parts, signature: string) => string) {
  google.intercept = (request, response) => {
    if (request.url !== "/token" || request.headers["x-passed"]) return false;
    void pass(request, response, (body) => {
      const [header = "", claims = "", signature = ""] = String(body.id_token).split(".");
      return { ...body, id_token: forge({ header: decoded(header), claims: decoded(claims) }, signature) };
    });
    return true;
  };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  change: (body: Record<string, unknown>) => object,
) {
  let body = "";
  for await (const chunk of request) body += chunk;
  const type = request.headers["content-type"] ?? "";
  const headers = { "content-type": type, "x-passed": "1" };
  const reply = await fetch(`${google.issuer}/token`, { method: "POST", body, headers });
  response.writeHead(reply.status, { "content-type": "application/json" });
  response.end(JSON.stringify(change((await reply.json()) as Record<string, unknown>)));
}

const decoded = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const { privateKey: otherKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** A token that is signed, but not by the provider. */
function signedByOther({ header, claims }: Parts): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), otherKey).toString("base64url")}`;
}

const withClaims = (more: object) => (parts: Parts, signature: string) =>
  `${encoded(parts.header)}.${encoded({ ...parts.claims, ...more })}.${signature}`;

const hour = 3_600;
const seconds = () => Math.floor(Date.now() / 1_000);

test.each<[string, (parts: Parts, signature: string) => string]>([
  ["another subject, the old signature", withClaims({ sub: "person-1" })],
  ["another key's signature", signedByOther],
  ["no signature", ({ header, claims }) => `${encoded({ ...header, alg: "none" })}.${encoded(claims)}.`],
  ["a signature cut", ({ header, claims }, signature) => `${encoded(header)}.${encoded(claims)}.${signature.slice(4)}`],
  ["another nonce", withClaims({ nonce: "x" })],
  ["no nonce", withClaims({ nonce: undefined })],
  ["another issuer", withClaims({ iss: "https://evil.example" })],
  ["another audience", withClaims({ aud: "another-client" })],
  ["an expiry in the past", withClaims({ exp: seconds() - hour, iat: seconds() - 2 * hour })],
  ["no expiry", withClaims({ exp: undefined })],
  ["no subject", withClaims({ sub: undefined })],
  ["no token at all", () => "x"],
])("an identity token with %s is refused, and no account touched", async (_, forge) => {
  const sub = newPerson();
  forgeToken(forge);
  const before = await accounts();
  expect(await attemptSignIn(sub)).toBe("/auth/callback?error=failed&provider=google");
  expect(await accounts()).toBe(before);
});

test("control for the forgeries above: the unchanged token is accepted", async () => {
  forgeToken(({ header, claims }, signature) => `${encoded(header)}.${encoded(claims)}.${signature}`);
  expect(await attemptSignIn(newPerson())).toContain("token=");
});

describe("a response modified in transit is refused and touches no account", () => {
  test.each<[string, string, (url: URL, other: URL) => void]>([
    ["another code", "failed", (url) => url.searchParams.set("code", "x".repeat(43))],
    ["no code", "failed", (url) => url.searchParams.delete("code")],
    [
      "the code of another sign-in",
      "failed",
      (url, other) => url.searchParams.set("code", other.searchParams.get("code") ?? ""),
    ],
    ["another issuer", "failed", (url) => url.searchParams.set("iss", "https://evil.example")],
    ["no issuer, where the provider promised one", "failed", (url) => url.searchParams.delete("iss")],
    ["an error", "failed", (url) => url.searchParams.set("error", "server_error")],
    ["no consent", "cancelled", (url) => url.searchParams.set("error", "access_denied")],
    ["another state", "expired", (url) => url.searchParams.set("state", "x".repeat(43))],
    ["no state", "expired", (url) => url.searchParams.delete("state")],
    ["the state twice", "expired", (url) => url.searchParams.append("state", "x")],
    [
      "the state of another sign-in",
      "expired",
      (url, other) => url.searchParams.set("state", other.searchParams.get("state") ?? ""),
    ],
  ])("%s", async (_, error, change) => {
    const { browser, sentTo } = await begin();
    const url = new URL(await google.signIn(sentTo, newPerson()));
    const other = new URL(await google.signIn((await begin()).sentTo, newPerson()));
    change(url, other);
    const before = await accounts();
    expect((await browser.open(url.href)).location).toBe(`/auth/callback?error=${error}&provider=google`);
    expect(await accounts()).toBe(before);
  });

  test("a response works once, and only in the browser that started the sign-in", async () => {
    const { browser, sentTo } = await begin();
    const cookies = new Map(browser.cookies);
    const url = await google.signIn(sentTo, newPerson());
    const expired = "/auth/callback?error=expired&provider=google";
    expect((await openBrowser(app).open(url)).location).toBe(expired);
    expect((await browser.open(url)).location).toContain("token=");
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await browser.open(url)).location).toBe(expired);
  });

  test("a state of Google is not accepted for Steam", async () => {
    const { browser, sentTo } = await begin();
    const state = new URL(sentTo).searchParams.get("state");
    const { location } = await browser.open(`/api/auth/steam/callback?state=${state}`);
    expect(location).toBe("/auth/callback?error=expired&provider=steam");
  });
});

test("tokens, codes, states and secrets are not logged", async () => {
  const { browser, sentTo } = await begin();
  const url = new URL(await google.signIn(sentTo, newPerson()));
  const { location } = await browser.open(url.href);
  const refused = await begin();
  const other = new URL(await google.signIn(refused.sentTo, newPerson()));
  other.searchParams.set("iss", "https://evil.example");
  await refused.browser.open(other.href);
  expect(logged).toContain("sign-in refused");
  const secrets = [
    location.split("=")[1],
    url.searchParams.get("code"),
    url.searchParams.get("state"),
    google.clientSecret,
  ];
  for (const secret of [...secrets, other.searchParams.get("code"), "token="]) {
    expect(secret?.length).toBeGreaterThan(5);
    expect(logged).not.toContain(secret);
  }
});
