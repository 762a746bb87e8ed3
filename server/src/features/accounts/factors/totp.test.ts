import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser, type TestUser } from "../../../test/users.ts";
import { users } from "../../users/table.ts";
import { hashPassword } from "../passwords/password.ts";
import { sessions } from "../table.ts";
import { factorChallenges, recoveryCodes, secondFactors } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const password = "a password of many letters";
const passwordHash = await hashPassword(password);

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(route: `${Method} ${string}`, payload?: object, headers = {}) {
  const [method, url] = route.split(" ") as [Method, string];
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.body ? response.json() : undefined };
}

/** The code of an authenticator app, some steps of 30 seconds from now. */
function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}

const wrongCode = (secret: string) => (codeOf(secret) === "000000" ? "111111" : "000000");

async function createMember(name: string): Promise<TestUser & { email: string }> {
  const user = await signInUser(db, name);
  await db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
  await db.update(sessions).set({ reauthenticatedAt: new Date() }).where(eq(sessions.userId, user.id));
  return { ...user, email: `${name}@example.com` };
}

// the codes of a test belong to one step of 30 seconds: its clock stands at the beginning of one
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - (Date.now() % 30_000) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Adds an authenticator app, whose first code is that of the step before. */
async function enrol({ headers }: TestUser): Promise<{ secret: string; used: string; codes: string[] }> {
  const started = await call("POST /api/auth/factors/totp", {}, headers);
  expect(started.status).toBe(200);
  const { secret, uri } = started.body;
  expect(uri).toContain(`secret=${secret}`);
  const used = codeOf(secret, -1);
  const confirmed = await call("POST /api/auth/factors/totp/confirm", { code: used }, headers);
  expect(confirmed.status).toBe(200);
  return { secret, used, codes: confirmed.body.recoveryCodes };
}

const login = (email: string) => call("POST /api/auth/login", { email, password });
const submitCode = (challenge: string, code: string) => call("POST /api/auth/login/factor", { challenge, code });

test("a sign-in needs a code once an authenticator app is confirmed, and no code works twice", async () => {
  const ann = await createMember("ann");
  await call("POST /api/auth/factors/totp", {}, ann.headers);
  expect((await login(ann.email)).body.token).toBeDefined();

  const { secret, used } = await enrol(ann);
  const { status, body } = await login(ann.email);
  expect([status, body.token]).toEqual([200, undefined]);
  expect(body).toMatchObject({ factors: ["totp", "recovery_code"], passkeyOptions: null });
  expect((await submitCode(body.challenge, used)).status).toBe(401);
  expect((await submitCode(body.challenge, wrongCode(secret))).status).toBe(401);

  const code = codeOf(secret);
  const signedIn = await submitCode(body.challenge, code);
  expect(signedIn.body.user).toMatchObject({ username: "ann", hasSecondFactor: true });
  const headers = { authorization: `Bearer ${signedIn.body.token}` };
  expect((await call("GET /api/auth/me", undefined, headers)).status).toBe(200);

  expect((await submitCode(body.challenge, codeOf(secret, 1))).status).toBe(401);
  const { body: second } = await login(ann.email);
  expect((await submitCode(second.challenge, code)).status).toBe(401);
  expect((await submitCode(second.challenge, codeOf(secret, 1))).status).toBe(200);
});

test("the first factor ends the other sessions, and the export names it without its secret", async () => {
  const ben = await createMember("ben");
  const { body } = await login(ben.email);
  const { secret } = await enrol(ben);
  const other = { authorization: `Bearer ${body.token}` };
  expect((await call("GET /api/auth/me", undefined, other)).status).toBe(401);
  expect((await call("GET /api/auth/me", undefined, ben.headers)).status).toBe(200);
  const exported = await call("GET /api/auth/export", undefined, ben.headers);
  expect(exported.body.secondFactors).toMatchObject([{ kind: "totp", name: "Authenticator app" }]);
  expect(JSON.stringify(exported.body)).not.toContain(secret);
  const [stored] = await db.select().from(secondFactors).where(eq(secondFactors.userId, ben.id));
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test("a recovery code signs in once, with or without its hyphen", async () => {
  const cleo = await createMember("cleo");
  const { codes } = await enrol(cleo);
  expect(new Set(codes).size).toBe(10);
  const [first = "", second = ""] = codes;
  const { body } = await login(cleo.email);
  expect((await submitCode(body.challenge, first)).status).toBe(200);
  const again = await login(cleo.email);
  expect((await submitCode(again.body.challenge, first)).status).toBe(401);
  expect((await submitCode(again.body.challenge, second.replace("-", "").toUpperCase())).status).toBe(200);
  const { body: left } = await call("GET /api/auth/factors", undefined, cleo.headers);
  expect(left.recoveryCodesLeft).toBe(8);
  expect(JSON.stringify(await db.select().from(recoveryCodes))).not.toContain(first.slice(0, 5));

  const renewed = await call("POST /api/auth/factors/recovery-codes", {}, cleo.headers);
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  const third = await login(cleo.email);
  expect((await submitCode(third.body.challenge, codes[2] ?? "")).status).toBe(401);
  expect((await submitCode(third.body.challenge, renewed.body.recoveryCodes[0])).status).toBe(200);
});

test("a challenge ends after 5 attempts, after 5 minutes and with a new password", async () => {
  const dan = await createMember("dan");
  const { secret, codes } = await enrol(dan);
  const { body } = await login(dan.email);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await submitCode(body.challenge, wrongCode(secret))).status).toBe(401);
  }
  expect((await submitCode(body.challenge, codeOf(secret))).status).toBe(401);

  const late = await login(dan.email);
  await db.update(factorChallenges).set({ expiresAt: new Date(Date.now() - 1) });
  expect(await submitCode(late.body.challenge, codeOf(secret))).toMatchObject({
    status: 401,
    body: { details: [{ path: "challenge" }] },
  });

  const { endPendingLinks } = await import("../sessions/commands-session.ts");
  const pending = await login(dan.email);
  await endPendingLinks(db, dan.id);
  expect((await submitCode(pending.body.challenge, codes[0] ?? "")).status).toBe(401);
});

test("of two concurrent attempts with the same code only one signs in", async () => {
  const eve = await createMember("eve");
  const { secret } = await enrol(eve);
  const challenges = await Promise.all([login(eve.email), login(eve.email)]);
  const code = codeOf(secret);
  const responses = await Promise.all(challenges.map(({ body }) => submitCode(body.challenge, code)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test("factors are added, removed and renewed only after a re-authentication, for which a code is enough", async () => {
  const fay = await createMember("fay");
  const { secret } = await enrol(fay);
  const { body } = await call("GET /api/auth/factors", undefined, fay.headers);
  const id = body.factors[0].id;
  await db
    .update(sessions)
    .set({ reauthenticatedAt: null, createdAt: new Date(Date.now() - 3_600_000) })
    .where(eq(sessions.userId, fay.id));
  for (const route of [
    "POST /api/auth/factors/totp",
    "POST /api/auth/factors/passkeys/options",
    "POST /api/auth/factors/recovery-codes",
    `DELETE /api/auth/factors/${id}`,
  ] as const) {
    expect(await call(route, {}, fay.headers)).toMatchObject({
      status: 403,
      body: { code: "reauthentication_required" },
    });
  }
  const wrong = await call("POST /api/auth/reauthenticate", { code: wrongCode(secret) }, fay.headers);
  expect(wrong).toMatchObject({ status: 403, body: { details: [{ path: "code" }] } });
  expect((await call("POST /api/auth/reauthenticate", { code: codeOf(secret) }, fay.headers)).status).toBe(204);
  expect((await call(`DELETE /api/auth/factors/${id}`, undefined, fay.headers)).status).toBe(204);
  expect((await call("GET /api/auth/factors", undefined, fay.headers)).body).toEqual({
    factors: [],
    recoveryCodesLeft: 0,
  });
  expect((await login(fay.email)).body.token).toBeDefined();
});

test("another account's factor is a 404", async () => {
  const gil = await createMember("gil");
  await enrol(gil);
  const { body } = await call("GET /api/auth/factors", undefined, gil.headers);
  const hal = await createMember("hal");
  await enrol(hal);
  expect((await call(`DELETE /api/auth/factors/${body.factors[0].id}`, undefined, hal.headers)).status).toBe(404);
});

test("a wrong password gets the same response with and without a second factor", async () => {
  const ida = await createMember("ida");
  await enrol(ida);
  await createMember("jan");
  const attempts = ["ida", "jan", "nobody"].map((name) =>
    call("POST /api/auth/login", { email: `${name}@example.com`, password: "something else entirely" }),
  );
  const [first, ...others] = await Promise.all(attempts);
  expect(first?.status).toBe(401);
  for (const other of others) expect(other).toEqual(first);
});
