import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import type { Db } from "../../../platform/db/connect.ts";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { hashToken } from "../../../platform/process/token.ts";
import { accountCalls, password } from "../../../test/account-calls.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { untilFound } from "../../../test/eventually.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { recoverAccount } from "../../roles/commands-admin.ts";
import { users } from "../../users/table.ts";
import { undoTakeover } from "../commands-email.ts";
import { addUndoLink } from "../commands-links.ts";
import { secondFactors } from "../factors/table.ts";
import { setPassword } from "../passwords/commands-reset.ts";
import { findOrCreateUser } from "../providers/commands-provider.ts";
import { lockUser } from "../queries.ts";
import { passwordResets, sessions } from "../table.ts";
import { startSession } from "./commands-session.ts";
import { completeSignIn } from "./complete-sign-in.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const { call, register, login } = accountCalls(app);
const inAnHour = () => new Date(Date.now() + 3_600_000);

/**
 * Makes the call while the account is locked, changes the account once the call has verified its credentials and waits
 * for the lock, and returns the call's result.
 */
async function during<T>(userId: number, start: () => Promise<T>, change: (tx: Db) => Promise<unknown>): Promise<T> {
  let result: Promise<T> | undefined;
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    result = start();
    // It may be refused before the commit returns here.
    result.catch(() => {});
    await untilFound(async () => {
      const { rows } = await db.execute<{ count: number }>(sql`
        select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows[0]!.count > 0;
    });
    await change(tx);
  });
  return result!;
}

const changes: Record<string, (tx: Db, userId: number) => Promise<unknown>> = {
  "another password": (tx, userId) => setPassword(tx, userId, "another one"),
  "a password that is removed": (tx, userId) =>
    tx.update(users).set({ passwordHash: null }).where(eq(users.id, userId)),
  "an undo": async (tx, userId) => {
    const user = await lockUser(tx, userId);
    const token = await addUndoLink(tx, user!, new Date());
    await undoTakeover(tx, token!, { secretKey, now: new Date() });
  },
  "a recovery by the operator": async (tx, userId) => {
    const user = await lockUser(tx, userId);
    await recoverAccount(tx, user!.username, { password: "another one", now: new Date() });
  },
  "its deletion": (tx, userId) => tx.delete(users).where(eq(users.id, userId)),
};

describe.each(Object.entries(changes))("a sign-in that has verified the password before %s", (_, change) => {
  test("gets no session", async () => {
    const { email, id } = await register();
    await db.delete(sessions).where(eq(sessions.userId, id));
    const response = await during(
      id,
      () => login(email),
      (tx) => change(tx, id),
    );
    expect(response).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
  });
});

test("a mailed reset leaves no session to sign-ins in progress", async () => {
  const { email, id } = await register();
  const token = "t".repeat(43);
  await db.insert(passwordResets).values({ tokenHash: hashToken(token), userId: id, expiresAt: inAnHour() });
  const attempts = [login(email), login(email), login(email)];
  const reset = call("POST /api/auth/reset-password/confirm", { token, password: "another one" });
  const late = [login(email), login(email), login(email)];
  const responses = await Promise.all([...attempts, ...late]);
  expect((await reset).status).toBe(204);
  for (const { body } of responses) {
    if (body.token) expect((await call("GET /api/auth/me", undefined, body.token)).status).toBe(401);
  }
});

test("a first factor that is added meanwhile is asked for", async () => {
  const { email, id } = await register();
  const response = await during(
    id,
    () => login(email),
    (tx) => tx.insert(secondFactors).values({ userId: id, kind: "totp", name: "App", confirmedAt: new Date() }),
  );
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ challenge: expect.any(String), factors: ["totp"] });
  expect(response.body.token).toBeUndefined();
});

test("a registration gets no session where the account has a factor by then", async () => {
  const { id } = await register();
  await db.insert(secondFactors).values({ userId: id, kind: "totp", name: "App", confirmedAt: new Date() });
  const [user] = await db.select().from(users).where(eq(users.id, id));
  const started = startSession(db, id, { by: "password", passwordHash: user!.passwordHash }, session());
  await expect(started).rejects.toMatchObject({ code: "unauthenticated" });
});

const session = () => ({
  device: null,
  deviceToken: "a browser",
  network: () => Buffer.from("a network"),
  secretKey,
  now: new Date(),
  expiresAt: inAnHour(),
  log: app.log,
});

test("a sign-in by a provider gets no session once the identity is unlinked or linked elsewhere", async () => {
  const site = { id: "localhost", origin: "http://localhost" };
  for (const steamId of [null, "76561198000000002"]) {
    const identity = { provider: "steam", id: "76561198000000001", email: null, name: null, avatarUrl: null } as const;
    const { id } = await findOrCreateUser(db, identity, { registrationOpen: true, secretKey, now: new Date() });
    const verified = { by: "provider", provider: "steam", id: identity.id } as const;
    const next = during(
      id,
      () => completeSignIn(db, id, verified, { ...session(), site }),
      (tx) => tx.update(users).set({ steamId }).where(eq(users.id, id)),
    );
    await expect(next).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
  }
});

test("a passkey that is removed meanwhile opens no session", async () => {
  const { id } = await register();
  const values = { userId: id, kind: "passkey", name: "Key", confirmedAt: new Date() } as const;
  const [factor] = await db.insert(secondFactors).values(values).returning();
  const started = during(
    id,
    () => startSession(db, id, { by: "factor", factorId: factor!.id }, session()),
    (tx) => tx.delete(secondFactors).where(eq(secondFactors.userId, id)),
  );
  await expect(started).rejects.toMatchObject({ code: "unauthenticated" });
});

describe("the second step", () => {
  async function challenged() {
    const { email, id, token } = await register();
    await call("POST /api/auth/reauthenticate", { password }, token);
    const { secret } = (await call("POST /api/auth/factors/totp", {}, token)).body;
    const codeOf = (steps: number) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
    const { body } = await call("POST /api/auth/factors/totp/confirm", { code: codeOf(-1) }, token);
    await db.delete(sessions).where(eq(sessions.userId, id));
    const { challenge } = (await login(email)).body;
    return { id, challenge, code: codeOf(0), recoveryCode: body.recoveryCodes[0] as string };
  }

  test.each([
    ["the password changes", (tx: Db, id: number) => setPassword(tx, id, "another one"), "code"],
    ["the password changes", (tx: Db, id: number) => setPassword(tx, id, "another one"), "recoveryCode"],
    [
      "the factor is removed",
      (tx: Db, id: number) => tx.delete(secondFactors).where(eq(secondFactors.userId, id)),
      "code",
    ],
  ] as const)("opens no session when %s after the code was verified (%#)", async (_, change, by) => {
    const { id, challenge, [by]: code } = await challenged();
    const response = await during(
      id,
      () => call("POST /api/auth/login/factor", { challenge, code }),
      (tx) => change(tx, id),
    );
    expect(response).toMatchObject({ status: 401, body: { details: [{ path: "challenge" }] } });
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
  });
});

test("a re-authentication by a password that changes meanwhile does not count", async () => {
  const { id, token } = await register();
  const response = await during(
    id,
    () => call("POST /api/auth/reauthenticate", { password }, token),
    (tx) => tx.update(users).set({ passwordHash: "another" }).where(eq(users.id, id)),
  );
  expect(response.status).toBe(401);
  const [row] = await db.select().from(sessions).where(eq(sessions.userId, id));
  expect(row?.reauthenticatedAt).toBeNull();
});

test("a deletion and a change of address by a password that changes meanwhile are refused", async () => {
  const { id, token, email } = await register();
  const elsewhere = { email: `new-${email}`, currentPassword: password };
  for (const start of [
    () => call("PUT /api/auth/profile", elsewhere, token),
    () => call("DELETE /api/auth/account", { password }, token),
  ]) {
    const [before] = await db.select().from(users).where(eq(users.id, id));
    const response = await during(id, start, (tx) =>
      tx.update(users).set({ passwordHash: "another" }).where(eq(users.id, id)),
    );
    expect([401, 403]).toContain(response.status);
    await db.update(users).set({ passwordHash: before!.passwordHash }).where(eq(users.id, id));
  }
  const [after] = await db.select().from(users).where(eq(users.id, id));
  expect(after).toMatchObject({ email, pendingEmail: null });
});
