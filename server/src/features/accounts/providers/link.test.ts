import { describe, expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { hashToken } from "../../../platform/process/token.ts";
import { startTestApp } from "../../../test/app.ts";
import { openBrowser } from "../../../test/browser.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { retryOn503 } from "../../../test/hostile/retry-on-503.ts";
import { startGoogle } from "../../../test/servers/google-server.ts";
import { tokenOf, untilMailed } from "../../../test/servers/outbox.ts";
import { signInAdmin, signInUser } from "../../../test/users.ts";
import { auditLog } from "../../audit/table.ts";
import { users } from "../../users/table.ts";
import { sessions } from "../table.ts";

const publicUrl = "http://shop.example";
const google = await startGoogle({ redirectUri: `${publicUrl}/api/auth/google/callback` });
const database = await createTestDatabase();
const { db } = database;
const dataDir = (await createTestFolder()).path("data");
const app = await startTestApp(database, {
  env: {
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
  },
});

const password = "correct horse";
let counter = 0;

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(route: `${Method} ${string}`, payload?: object, token?: string) {
  const [method, url] = route.split(" ") as [Method, string];
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await retryOn503(() => app.inject({ method, url, payload, headers }));
  return { status: response.statusCode, body: response.body ? response.json() : undefined, cookies: response.cookies };
}

async function register() {
  counter += 1;
  const given = { username: `liv_${counter}`, email: `liv${counter}@example.com`, password };
  const { body } = await call("POST /api/auth/register", given);
  return { ...given, id: body.user.id as number, token: body.token as string };
}

function newPerson(): string {
  counter += 1;
  google.people.set(`person-${counter}`, {
    email: `person-${counter}@mail.example`,
    email_verified: true,
    name: "Liv",
  });
  return `person-${counter}`;
}

const tokenOfHeaders = ({ authorization }: { authorization: string }) => authorization.slice("Bearer ".length);
const reauthenticate = (token: string, pass = password) =>
  call("POST /api/auth/reauthenticate", { password: pass }, token);
const start = (token: string) => call("POST /api/auth/link/google", {}, token);
const unlink = (token: string, provider = "google") => call(`DELETE /api/auth/link/${provider}`, undefined, token);
const required = { status: 403, body: { code: "reauthentication_required" } };

/** Signs in at the provider as that person and opens the callback. */
async function finish({ body, cookies }: Awaited<ReturnType<typeof start>>, sub: string): Promise<string> {
  const browser = openBrowser(app);
  for (const { name, value } of cookies) browser.cookies.set(name, value);
  return (await browser.open(await google.signIn(body.url, sub))).location;
}

async function signInBy(sub: string): Promise<string> {
  const browser = openBrowser(app);
  const { location } = await browser.open("/api/auth/google");
  return new URL((await browser.open(await google.signIn(location, sub))).location, publicUrl).searchParams.get(
    "token",
  )!;
}

const rowOf = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0]!;

/** Makes a session and its re-authentication older. */
async function ageSession(token: string, minutes: number) {
  const own = eq(sessions.tokenHash, hashToken(token));
  const [session] = await db.select().from(sessions).where(own);
  const back = (date: Date | null) => date && new Date(date.getTime() - minutes * 60_000);
  const { createdAt, reauthenticatedAt } = session!;
  await db
    .update(sessions)
    .set({ createdAt: back(createdAt)!, reauthenticatedAt: back(reauthenticatedAt) })
    .where(own);
}

describe("linking", () => {
  test("needs a re-authentication, which is valid for 10 minutes in this session", async () => {
    const { email, token, id } = await register();
    expect(await start(token)).toMatchObject(required);
    expect(await reauthenticate(token, "wrong")).toMatchObject({
      status: 403,
      body: { code: "forbidden", details: [{ path: "password", msg: "Wrong password" }] },
    });
    expect(await start(token)).toMatchObject(required);
    expect((await reauthenticate(token)).status).toBe(204);
    const other = (await call("POST /api/auth/login", { email, password })).body.token;
    expect(await start(other)).toMatchObject(required);
    await ageSession(token, 9);
    const sub = newPerson();
    expect(await finish(await start(token), sub)).toBe("/profile?linked=google");
    expect((await rowOf(id)).googleId).toBe(sub);
    await ageSession(token, 2);
    expect(await start(token)).toMatchObject(required);
  });

  test("needs only a recent sign-in with a provider where there is no password", async () => {
    const token = await signInBy(newPerson());
    expect((await call("POST /api/auth/link/steam", {}, token)).status).toBe(200);
    await ageSession(token, 11);
    expect(await call("POST /api/auth/link/steam", {}, token)).toMatchObject(required);
    expect(await reauthenticate(token)).toMatchObject(required);
  });

  test("that was started in a session that has ended links nothing", async () => {
    const { email, token, id } = await register();
    await reauthenticate(token);
    const begun = await start(token);
    await call("POST /api/auth/reset-password", { email });
    const reset = tokenOf(await untilMailed(dataDir, email, /new password/));
    await call("POST /api/auth/reset-password/confirm", { token: reset, password: "another long one" });
    // another session of the account does not help
    await call("POST /api/auth/login", { email, password: "another long one" });
    expect(await finish(begun, newPerson())).toBe("/auth/callback?error=expired&provider=google");
    expect((await rowOf(id)).googleId).toBeNull();
  });
});

describe("unlinking", () => {
  test("needs a re-authentication, ends the other sessions and is idempotent", async () => {
    const { email, token, id } = await register();
    await reauthenticate(token);
    const sub = newPerson();
    await finish(await start(token), sub);
    const byGoogle = await signInBy(sub);
    await ageSession(token, 11);
    expect(await unlink(token)).toMatchObject(required);
    await reauthenticate(token);
    expect([(await unlink(token)).status, (await unlink(token)).status]).toEqual([204, 204]);
    expect((await rowOf(id)).googleId).toBeNull();
    expect((await call("GET /api/auth/me", undefined, byGoogle)).status).toBe(401);
    expect((await call("GET /api/auth/me", undefined, token)).body.user).toMatchObject({ email, linked: [] });
  });

  test("does not remove the last way to sign in", async () => {
    const token = await signInBy(newPerson());
    const { id } = (await call("GET /api/auth/me", undefined, token)).body.user;
    expect(await unlink(token)).toMatchObject({ status: 409, body: { code: "last_sign_in" } });
    await db
      .update(users)
      .set({ steamId: "76561198000000077", avatarUrl: "https://a.example/a.png" })
      .where(eq(users.id, id));
    expect((await unlink(token)).status).toBe(204);
    expect(await unlink(token, "steam")).toMatchObject({ status: 409, body: { code: "last_sign_in" } });
    // a password without an address can't sign in
    await db.update(users).set({ passwordHash: "x", email: null, emailKey: null }).where(eq(users.id, id));
    expect((await unlink(token, "steam")).status).toBe(409);
  });
});

test("linking and unlinking are audited for an account with a role, but not for a member", async () => {
  const admin = await signInAdmin(db, "linking_chief", ["content.read"]);
  const member = await signInUser(db, "linking_member");
  for (const { headers, id } of [admin, member]) {
    const token = tokenOfHeaders(headers);
    await finish(await start(token), newPerson());
    await db
      .update(users)
      .set({ steamId: `7656119800000${1000 + id}` })
      .where(eq(users.id, id));
    expect((await unlink(token)).status).toBe(204);
  }
  const entriesOf = (id: number) =>
    db
      .select()
      .from(auditLog)
      .where(eq(auditLog.resourceId, String(id)));
  expect(await entriesOf(member.id)).toEqual([]);
  expect(await entriesOf(admin.id)).toMatchObject([
    {
      userId: admin.id,
      description: "Linked Google",
      oldValue: { linked: [] },
      newValue: { linked: ["google"] },
    },
    {
      userId: admin.id,
      description: "Unlinked Google",
      oldValue: { linked: ["google", "steam"] },
      newValue: { linked: ["steam"] },
    },
  ]);
});
