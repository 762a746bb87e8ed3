import { expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { readOutbox, tokenOf, untilMailed } from "../../../test/servers/outbox.ts";
import { signInAdmin, signInUser, type TestUser } from "../../../test/users.ts";
import { users } from "../../users/table.ts";
import { secondFactors } from "../factors/table.ts";
import { hashPassword } from "../passwords/password.ts";
import { sessions } from "../table.ts";
import { startSession } from "./commands-session.ts";

const database = await createTestDatabase();
const { db } = database;
const folder = await createTestFolder();
const dataDir = folder.path("data");
const app = await startTestApp(database, { env: { DATA_DIR: dataDir } });
const password = "a password of many letters";
const passwordHash = await hashPassword(password);
const minute = 60_000;
const hour = 60 * minute;

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(headers: object, route: `${Method} ${string}`, payload?: object) {
  const [method, url] = route.split(" ") as [Method, string];
  const response = await app.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.body ? response.json() : undefined };
}

/** A second session of the account. */
async function steal({ id }: TestUser): Promise<{ authorization: string }> {
  const token = await startSession(
    db,
    id,
    { by: "password", passwordHash },
    {
      device: null,
      deviceToken: "a browser",
      network: () => Buffer.from("elsewhere"),
      secretKey,
      now: new Date(),
      expiresAt: new Date(Date.now() + 24 * hour),
      log: app.log,
    },
  );
  return { authorization: `Bearer ${token}` };
}

let counter = 0;

async function createVictim(): Promise<TestUser & { email: string }> {
  const name = `victim_${++counter}`;
  const user = await signInUser(db, name);
  await db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
  return { ...user, email: `${name}@example.com` };
}

const isValid = async (headers: object) => (await call(headers, "GET /api/auth/me")).status === 200;

async function resetPassword({ email }: { email: string }) {
  await call({}, "POST /api/auth/reset-password", { email });
  const token = tokenOf(await untilMailed(dataDir, email, /new password/));
  await call({}, "POST /api/auth/reset-password/confirm", { token, password: "another long password" });
}

async function changeAddress(victim: TestUser) {
  const email = `new_${++counter}@example.com`;
  await call(victim.headers, "PUT /api/auth/profile", { email, currentPassword: password });
  const token = tokenOf(await untilMailed(dataDir, email, /^Confirm your new/));
  await call({}, "POST /api/auth/email/confirm", { token });
}

const root = await signInAdmin(db, "root", "everything");

test.each<[string, (victim: TestUser & { email: string }, stolen: { authorization: string }) => Promise<unknown>]>([
  ["signing out there", (_, stolen) => call(stolen, "POST /api/auth/logout")],
  ["signing out everywhere", ({ headers }) => call(headers, "POST /api/auth/logout-all")],
  [
    "ending that session",
    async ({ headers }) => {
      const { body } = await call(headers, "GET /api/auth/sessions");
      const other = body.sessions.find(({ current }: { current: boolean }) => !current);
      expect((await call(headers, `DELETE /api/auth/sessions/${other.id}`)).status).toBe(204);
      expect(await isValid(headers)).toBe(true);
    },
  ],
  [
    "a new password",
    async ({ headers }) => {
      const body = { currentPassword: password, newPassword: "another long password" };
      expect((await call(headers, "POST /api/auth/password", body)).status).toBe(204);
      expect(await isValid(headers)).toBe(true);
    },
  ],
  ["a password reset", resetPassword],
  ["a new address", changeAddress],
  [
    "an administrator's action",
    async ({ id }) => {
      expect((await call(root.headers, `DELETE /api/admin/dashboard/users/${id}/sessions`)).status).toBe(204);
    },
  ],
])("a stolen token is invalid after %s", async (_, action) => {
  const victim = await createVictim();
  const stolen = await steal(victim);
  expect(await isValid(stolen)).toBe(true);
  await action(victim, stolen);
  expect(await isValid(stolen)).toBe(false);
});

test.each([
  ["12 hours after signing in", { createdAt: new Date(Date.now() - 12 * hour - minute) }],
  ["after an hour without a request", { lastSeenAt: new Date(Date.now() - 61 * minute) }],
])("an administrator's token expires %s, a member's does not", async (_, past) => {
  for (const [user, expected] of [
    [await signInAdmin(db, `admin_${++counter}`, []), false],
    [await signInUser(db, `member_${++counter}`), true],
  ] as const) {
    expect(await isValid(user.headers)).toBe(true);
    await db.update(sessions).set(past).where(eq(sessions.userId, user.id));
    expect(await isValid(user.headers)).toBe(expected);
  }
});

test("a password change needs the present password, and a new one that is not common", async () => {
  const victim = await createVictim();
  const change = (body: object) => call(victim.headers, "POST /api/auth/password", body);
  const newPassword = "another long password";
  expect(await change({ newPassword })).toMatchObject({ status: 403, body: { code: "password_required" } });
  expect(await change({ newPassword, currentPassword: "wrong" })).toMatchObject({
    status: 403,
    body: { code: "forbidden", details: [{ path: "currentPassword" }] },
  });
  expect(await change({ newPassword: "football", currentPassword: password })).toMatchObject({
    status: 400,
    body: { details: [{ path: "newPassword", msg: "This password is too common" }] },
  });
  expect((await change({ newPassword, currentPassword: password })).status).toBe(204);
  expect((await call({}, "POST /api/auth/login", { email: victim.email, password })).status).toBe(401);
  expect((await call({}, "POST /api/auth/login", { email: victim.email, password: newPassword })).status).toBe(200);
});

test("administrators need passwords of 12 characters", async () => {
  const admin = await signInAdmin(db, `admin_${++counter}`, []);
  await db.update(users).set({ passwordHash }).where(eq(users.id, admin.id));
  const body = { currentPassword: password, newPassword: "q7ü-x!q7ü-x" };
  expect(await call(admin.headers, "POST /api/auth/password", body)).toMatchObject({
    status: 400,
    body: { error: "Passwords of administrators must be at least 12 characters long" },
  });
});

test("roles, the audit export and the account's export need a recent sign-in or re-authentication", async () => {
  const admin = await signInAdmin(db, `admin_${++counter}`, "everything");
  await db.update(users).set({ passwordHash }).where(eq(users.id, admin.id));
  const routes = [
    ["POST /api/admin/dashboard/roles", { name: `role_${counter}` }],
    ["GET /api/admin/dashboard/audit/export", undefined],
    ["GET /api/auth/export", undefined],
  ] as const;
  await db
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - 11 * minute) })
    .where(eq(sessions.userId, admin.id));
  for (const [route, body] of routes) {
    expect(await call(admin.headers, route, body)).toMatchObject({
      status: 403,
      body: { code: "reauthentication_required" },
    });
  }
  expect((await call(admin.headers, "POST /api/auth/reauthenticate", { password })).status).toBe(204);
  const again = await app.inject({ url: "/api/auth/export", headers: admin.headers });
  expect(again.statusCode).toBe(200);
  expect((await call(admin.headers, "POST /api/admin/dashboard/roles", { name: `role_${counter}` })).status).toBe(201);
});

test("with the setting on, administrators reach the panel only with a second factor", async () => {
  const admin = await signInAdmin(db, `admin_${++counter}`, "everything");
  await db.execute("update site_config set value = 'true' where key = 'security.require_second_factor'");
  const me = () => call(admin.headers, "GET /api/admin/dashboard/me");
  await expect.poll(async () => (await me()).body.code).toBe("second_factor_required");
  expect(await isValid(admin.headers)).toBe(true);
  await db.insert(secondFactors).values({ userId: admin.id, kind: "totp", name: "App", confirmedAt: new Date() });
  expect((await me()).status).toBe(200);
  await db.execute("update site_config set value = 'false' where key = 'security.require_second_factor'");
  expect(await readOutbox(dataDir)).not.toHaveLength(0);
});
