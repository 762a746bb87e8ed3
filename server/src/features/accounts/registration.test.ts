import { accountProblems } from "contract/accounts/rules.ts";
import { describe, expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { hashToken } from "../../platform/process/token.ts";
import { accountCalls } from "../../test/account-calls.ts";
import { byAll, startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { siteConfig } from "../site-config/table.ts";
import { users } from "../users/table.ts";
import { sessions } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);

const day = 24 * 3_600_000;
const { call, person, register } = accountCalls(app);

describe("registration", () => {
  test("creates a member, signs in and returns no internal fields", async () => {
    const given = person();
    const { status, body } = await call("POST /api/auth/register", given);
    expect(status).toBe(201);
    expect(body.token).toMatch(/^[\w-]{43}$/);
    expect(body.user).toEqual({
      id: expect.any(Number),
      username: given.username,
      displayName: null,
      email: given.email,
      emailVerified: false,
      pendingEmail: null,
      birthday: given.birthday,
      showExplicitContent: false,
      country: null,
      locale: null,
      activates: [],
      plans: [],
      avatarUrl: null,
      role: "member",
      isAdmin: false,
      isSuperAdmin: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      hasPassword: true,
      linked: [],
      hasSecondFactor: false,
      hasLibrary: false,
    });
    expect((await call("GET /api/auth/me", undefined, body.token)).body.user).toEqual(body.user);
  });

  test("passwords are stored as argon2id, tokens as hashes", async () => {
    const { id, token } = await register();
    const [row] = await db.select().from(users).where(eq(users.id, id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, id));
    expect(session?.tokenHash).toEqual(hashToken(token));
  });

  const young = new Date(Date.now() - 12.5 * 365 * day).toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 2 * day).toISOString().slice(0, 10);
  test.each([
    ["username", { username: undefined }, "Username is required"],
    ["username", { username: "" }, "Username is required"],
    ["username", { username: "ab" }, accountProblems.username],
    ["username", { username: "a".repeat(33) }, accountProblems.username],
    ["username", { username: "with space" }, accountProblems.username],
    ["username", { username: "naïve" }, accountProblems.username],
    ["email", { email: undefined }, "Email is required"],
    ["email", { email: "nobody" }, "Please enter a valid email address"],
    ["email", { email: "a\u0000b@example.com" }, "Please enter a valid email address"],
    ["password", { password: undefined }, "Password is required"],
    ["password", { password: "12345" }, "Password must be at least 6 characters long"],
    ["password", { password: "x".repeat(129) }, "Password must be at most 128 characters long"],
    ["password", { password: "Password1" }, "This password is too common"],
    ["password", { username: "zoe_miller", password: "Zoe_Miller-1" }, accountProblems.passwordOfNames],
    ["password", { password: "lootwise2026" }, accountProblems.passwordOfNames],
    ["birthday", { birthday: young }, "You must be at least 13 years old to register"],
    ["birthday", { birthday: tomorrow }, "Birthday cannot be in the future"],
    ["birthday", { birthday: "2001-02-30" }, "Enter a valid birthday"],
  ])("refuses a bad %s: %j", async (path, wrong, msg) => {
    const { status, body } = await call("POST /api/auth/register", { ...person(), ...wrong });
    expect(status).toBe(400);
    expect(body).toEqual({ error: msg, code: "invalid", details: [{ path, msg }] });
  });

  test("a too short password is reported before a too low age (spec/accounts 2.2)", async () => {
    const { body } = await call("POST /api/auth/register", { ...person(), password: "1", birthday: young });
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(["password", "birthday"]);
    expect(body.error).toBe("Password must be at least 6 characters long");
  });

  test.each([[undefined], [null]])("a birthday of %s is accepted", async (birthday) => {
    expect((await register({ birthday })).user.birthday).toBeNull();
  });

  test("the limits are inclusive: 3 and 32 letters, 6 and 128 characters", async () => {
    await register({ username: "abc", password: "q7ü-x!" });
    await register({ username: "A".repeat(32), password: "ünüsual wörds ".repeat(9).slice(0, 126).padEnd(128, "!?") });
  });

  test.each([
    ["username", (other: ReturnType<typeof person>) => ({ username: other.username.toUpperCase() })],
    ["email", (other: ReturnType<typeof person>) => ({ email: other.email.toUpperCase() })],
  ])("a %s that is taken is a 409, without regard to case", async (path, same) => {
    const first = await register();
    const { status, body } = await call("POST /api/auth/register", { ...person(), ...same(first) });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "conflict", details: [{ path }] });
  });

  test("if both are taken, both are named", async () => {
    const { username, email } = await register();
    const { body } = await call("POST /api/auth/register", { ...person(), username, email });
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(["username", "email"]);
  });

  test.each(["username", "email"] as const)(
    "of concurrent registrations with the same %s one succeeds and the others get a 409",
    async (field) => {
      const shared = person();
      const responses = await Promise.all(
        Array.from({ length: 12 }, () => call("POST /api/auth/register", { ...person(), [field]: shared[field] })),
      );
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
      for (const { status, body } of responses) {
        if (status !== 201) expect([status, body.details[0].path]).toEqual([409, field]);
      }
    },
  );

  test("is refused while it is closed, before anything else is checked", async () => {
    const isOpen = async () => (await call("GET /api/site")).body.registration_open;
    await db.update(siteConfig).set({ value: "false" }).where(eq(siteConfig.key, "features.registration"));
    await expect.poll(byAll(isOpen)).toBe(false);
    const { status, body } = await call("POST /api/auth/register", {});
    expect([status, body.error]).toEqual([403, "Registration is closed"]);
    await db.update(siteConfig).set({ value: "true" }).where(eq(siteConfig.key, "features.registration"));
    await expect.poll(byAll(isOpen)).toBe(true);
  });
});
