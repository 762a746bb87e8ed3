import { permissions } from "contract/permissions.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";
import { recoveryCodes, secondFactors } from "../accounts/factors/table.ts";
import { auditLog } from "../audit/table.ts";
import { adminRoles, roleAssignments, users } from "../users/table.ts";
import {
  createFirstSuperAdmin,
  createSuperAdmin,
  newPassword,
  recoverAccount,
  resetAdminPassword,
} from "./commands-admin.ts";
import { listSuperAdminAddresses } from "./queries.ts";
import { seedRoles } from "./seed.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const first = { username: "admin", email: "admin@localhost.localdomain", password: "correct horse" };

beforeEach(() => db.delete(users));

async function signIn(email: string, password: string) {
  const response = await app.inject({ method: "POST", url: "/api/auth/login", payload: { email, password } });
  return { status: response.statusCode, ...response.json() };
}

describe("the first super admin", () => {
  test("is created when there is none, and can sign in", async () => {
    expect(await createFirstSuperAdmin(db, first)).toBe(true);
    expect(await signIn(first.email, first.password)).toMatchObject({ status: 200, user: { isSuperAdmin: true } });
    expect(await createFirstSuperAdmin(db, { ...first, username: "second", email: "second@example.com" })).toBe(false);
    expect(await db.$count(users)).toBe(1);
  });

  test("is created once, however many processes start", async () => {
    const created = await Promise.all(Array.from({ length: 4 }, () => createFirstSuperAdmin(db, first)));
    expect(created.filter(Boolean)).toHaveLength(1);
  });

  test("is never a user who registered under that name", async () => {
    const { id } = await signInUser(db, "Admin");
    await expect(createFirstSuperAdmin(db, first)).rejects.toMatchObject({ code: "conflict" });
    expect(await db.$count(roleAssignments, eq(roleAssignments.userId, id))).toBe(0);
  });

  test("is recorded, without the password", async () => {
    const password = newPassword();
    expect(password).toMatch(/^[\w-]{20}$/);
    await createFirstSuperAdmin(db, { ...first, password });
    const entry = (await db.select().from(auditLog)).at(-1);
    expect(entry).toMatchObject({ userId: null, action: "CREATE", resourceType: "user", resourceKey: "admin" });
    const stored = JSON.stringify([entry, await db.select().from(users)]);
    expect(stored).not.toContain(password);
  });
});

test("the operator can create further ones", async () => {
  await createSuperAdmin(db, first);
  await createSuperAdmin(db, { ...first, username: "other", email: "other@example.com" });
  expect(await db.$count(roleAssignments)).toBe(2);
  await expect(createSuperAdmin(db, first)).rejects.toMatchObject({ code: "conflict" });
});

describe("a password reset by the operator", () => {
  test.each(["ADMIN", "Admin@localhost.localdomain"])("for %s ends all sign-ins and is recorded", async (name) => {
    await createSuperAdmin(db, first);
    const { token } = await signIn(first.email, first.password);
    expect(await resetAdminPassword(db, name, "another one")).toBe(first.email);
    const me = await app.inject({ url: "/api/auth/me", headers: { authorization: `Bearer ${token}` } });
    expect(me.statusCode).toBe(401);
    expect((await signIn(first.email, first.password)).status).toBe(401);
    expect((await db.select().from(auditLog)).at(-1)).toMatchObject({ action: "UPDATE", resourceKey: "admin" });
    expect((await signIn(first.email, "another one")).status).toBe(200);
    expect((await db.select().from(auditLog)).at(-1)).toMatchObject({ action: "SIGN_IN", resourceType: "user" });
  });

  test("keeps second factors", async () => {
    await createSuperAdmin(db, first);
    await addFactor(first.email);
    await resetAdminPassword(db, first.email, "another one");
    expect([await db.$count(secondFactors), await db.$count(recoveryCodes)]).toEqual([1, 1]);
  });

  test("is refused for members and unknown users", async () => {
    await signInUser(db, "member");
    await expect(resetAdminPassword(db, "member", "another one")).rejects.toMatchObject({ code: "not_found" });
    await expect(resetAdminPassword(db, "nobody", "another one")).rejects.toMatchObject({ code: "not_found" });
  });
});

/** A second factor with a recovery code. */
async function addFactor(email: string): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  const userId = user?.id ?? 0;
  await db.insert(secondFactors).values({ userId, kind: "totp", name: "App", confirmedAt: new Date() });
  await db.insert(recoveryCodes).values({ userId, codeHash: Buffer.from("a hash") });
}

describe("an account that the operator recovers", () => {
  const recovery = { password: "a new one for you", now: new Date() };
  const description = async () => (await db.select().from(auditLog)).map((entry) => entry.description).at(-1);

  test.each(["Ann", "ANN@example.com"])(
    "is a member's, by %s; a second factor is gone, and it is recorded",
    async (name) => {
      await signInUser(db, "ann");
      await addFactor("ann@example.com");
      expect(await recoverAccount(db, name, recovery)).toBe("ann@example.com");
      expect([await db.$count(secondFactors), await db.$count(recoveryCodes)]).toEqual([0, 0]);
      expect(await description()).toMatch(/^Recovered the account of ann: a new password; sessions, second factors/);
      expect((await signIn("ann@example.com", recovery.password)).token).toBeDefined();
    },
  );

  test("is an administrator's, who stays one", async () => {
    await createSuperAdmin(db, first);
    await addFactor(first.email);
    await recoverAccount(db, "admin", { ...recovery, onlyAdmin: true });
    expect(await signIn(first.email, recovery.password)).toMatchObject({ status: 200, user: { isSuperAdmin: true } });
  });

  test("gets another address, which counts as verified, unless another account has it", async () => {
    await signInUser(db, "ann");
    await signInUser(db, "ben");
    const taken = recoverAccount(db, "ann", { ...recovery, email: "Ben@example.com" });
    await expect(taken).rejects.toMatchObject({ code: "conflict" });
    await recoverAccount(db, "ann", { ...recovery, email: "ann@home.example" });
    const { user } = await signIn("ann@home.example", recovery.password);
    expect(user).toMatchObject({ username: "ann", email: "ann@home.example", emailVerified: true });
  });

  test("must exist, have an address, and for the administrators' command a role", async () => {
    await signInUser(db, "member");
    await signInUser(db, "steam_only", { email: null });
    const refused = (name: string, more = {}) => recoverAccount(db, name, { ...recovery, ...more });
    await expect(refused("nobody")).rejects.toMatchObject({ code: "not_found" });
    await expect(refused("member", { onlyAdmin: true })).rejects.toMatchObject({ code: "not_found" });
    await expect(refused("steam_only")).rejects.toMatchObject({ code: "conflict" });
    expect(await refused("steam_only", { email: "s@example.com" })).toBe("s@example.com");
  });
});

test("administrators whose addresses the operator gave are mailed without a confirmation", async () => {
  await createFirstSuperAdmin(db, first);
  await createSuperAdmin(db, { ...first, username: "other", email: "other@example.com" });
  expect((await listSuperAdminAddresses(db)).sort()).toEqual([first.email, "other@example.com"]);
});

test("changed and deleted roles stay so after a restart", async () => {
  await db.update(adminRoles).set({ permissions: [] }).where(eq(adminRoles.name, "content_manager"));
  await db.delete(adminRoles).where(eq(adminRoles.name, "content_viewer"));
  await db
    .update(adminRoles)
    .set({ permissions: ["content.read"] })
    .where(eq(adminRoles.name, "super_admin"));
  await seedRoles(db);
  const roles = await db.select({ name: adminRoles.name, permissions: adminRoles.permissions }).from(adminRoles);
  expect(roles.find(({ name }) => name === "content_manager")?.permissions).toEqual([]);
  expect(roles.some(({ name }) => name === "content_viewer")).toBe(false);
  expect(roles.find(({ name }) => name === "super_admin")?.permissions).toHaveLength(permissions.length);
});
