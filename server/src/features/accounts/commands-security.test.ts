import { expect, test } from "vitest";
import { and, eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { users } from "../users/table.ts";
import { secondFactors } from "./factors/table.ts";
import { hashPassword } from "./passwords/password.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database, { alone: true, env: { RATE_LIMIT_SCALE: "1" } });
const password = "a password of many letters";
const passwordHash = await hashPassword(password);

const eventsOf = (userId: number, action: string) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), eq(auditLog.action, action)));

const login = (username: string) =>
  app.inject({ method: "POST", url: "/api/auth/login", payload: { email: `${username}@example.com`, password } });

test("sign-ins of administrators are in the audit log, those of members are not", async () => {
  const admin = await signInAdmin(db, "chief", []);
  const member = await signInUser(db, "member");
  await db.update(users).set({ passwordHash });
  for (const name of ["chief", "member"]) expect((await login(name)).statusCode).toBe(200);
  expect(await eventsOf(admin.id, "SIGN_IN")).toMatchObject([{ resourceType: "user", resourceId: String(admin.id) }]);
  expect(await eventsOf(member.id, "SIGN_IN")).toEqual([]);
});

test("denied calls are in the audit log, at most 20 an hour for an account", async () => {
  const { id, headers } = await signInUser(db, "curious");
  for (let times = 0; times < 25; times += 1) {
    expect((await app.inject({ url: "/api/admin/dashboard/roles", headers })).statusCode).toBe(403);
  }
  const events = await eventsOf(id, "ACCESS_DENIED");
  expect(events).toHaveLength(20);
  expect(events[0]).toMatchObject({
    description: "Was denied GET /api/admin/dashboard/roles",
    details: { access: "roles.read" },
  });
});

test("a wrong second factor is in the audit log", async () => {
  const { id, headers } = await signInUser(db, "careful");
  await db.update(users).set({ passwordHash }).where(eq(users.id, id));
  await db.insert(secondFactors).values({ userId: id, kind: "totp", name: "App", confirmedAt: new Date() });
  const { challenge } = (await login("careful")).json();
  const payload = { challenge, code: "123456" };
  expect((await app.inject({ method: "POST", url: "/api/auth/login/factor", payload })).statusCode).toBe(401);
  expect(await eventsOf(id, "SIGN_IN_FAILED")).toHaveLength(1);
  const again = { method: "POST", url: "/api/auth/reauthenticate", headers, payload: { code: "123456" } } as const;
  expect((await app.inject(again)).statusCode).toBe(403);
  expect(await eventsOf(id, "SIGN_IN_FAILED")).toHaveLength(2);
});
