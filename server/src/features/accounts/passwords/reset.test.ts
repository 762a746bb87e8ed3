import { afterEach, describe, expect, test } from "vitest";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { accountCalls } from "../../../test/account-calls.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { untilFound } from "../../../test/eventually.ts";
import { listQueuedMails } from "../../../test/servers/mails.ts";
import { users } from "../../users/table.ts";
import { passwordResets } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const { call, register, login } = accountCalls(app);

describe("a forgotten password", () => {
  /** Below the polling interval of workers: enqueueing the mail's job must wake one up. In ms. */
  const beforeNextPoll = 5_000;

  afterEach(() => db.execute(sql`delete from jobs.job where name = 'mail'`));

  const request = (email: string) => call("POST /api/auth/reset-password", { email });

  async function mailsTo(email: string): Promise<string[]> {
    const mails = await listQueuedMails(db);
    const paths = mails.filter(({ to }) => to === email).map(({ action }) => action?.path ?? "");
    return paths.filter((path) => path.startsWith("/reset"));
  }

  /** Requests a reset and waits for its mail. */
  async function tokenFor(email: string): Promise<string> {
    const before = (await mailsTo(email)).length;
    expect((await request(email)).status).toBe(202);
    await untilFound(async () => (await mailsTo(email)).length > before, beforeNextPoll);
    const path = (await mailsTo(email)).at(-1) ?? "";
    expect(path).toMatch(/^\/reset-password\?token=[\w-]{43}$/);
    return path.slice(path.indexOf("=") + 1);
  }

  const confirm = (token: string, next: string) =>
    call("POST /api/auth/reset-password/confirm", { token, password: next });

  test("the response is the same whether or not the address is known", async () => {
    const { email } = await register();
    const [known, unknown] = [await request(email), await request("nobody@example.com")];
    expect([known.status, unknown.status]).toEqual([202, 202]);
    expect(known.body).toEqual(unknown.body);
    expect(known.body).toEqual({ message: expect.any(String) });
    await untilFound(async () => (await mailsTo(email)).length === 1, beforeNextPoll);
    expect(await mailsTo("nobody@example.com")).toEqual([]);
  });

  test("a malformed address is a 400", async () => {
    expect(await request("nobody")).toMatchObject({
      status: 400,
      body: { error: "Please enter a valid email address" },
    });
  });

  test("the mailed link sets a password, ends all sign-ins and verifies the address", async () => {
    const { email, id, token } = await register();
    const stranger = await register();
    const reset = await tokenFor(email);
    expect((await confirm(reset, "another one")).status).toBe(204);
    expect((await call("GET /api/auth/me", undefined, token)).status).toBe(401);
    expect((await call("GET /api/auth/me", undefined, stranger.token)).status).toBe(200);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, "another one")).status).toBe(200);
    const [row] = await db.select().from(users).where(eq(users.id, id));
    expect(row?.emailVerified).toBe(true);
  });

  const invalidLink = { status: 400, body: { code: "invalid", details: [{ path: "token" }] } };

  test("a link works once, even when it is used many times concurrently", async () => {
    const { email } = await register();
    const reset = await tokenFor(email);
    const responses = await Promise.all(Array.from({ length: 6 }, (_, index) => confirm(reset, `password ${index}`)));
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await confirm(reset, "yet another")).toMatchObject(invalidLink);
  });

  test("the two newest links are valid until one is used", async () => {
    const { email } = await register();
    const [oldest, older, newest] = [await tokenFor(email), await tokenFor(email), await tokenFor(email)];
    expect(await confirm(oldest, "oldest one")).toMatchObject(invalidLink);
    expect((await confirm(older, "older one")).status).toBe(204);
    expect(await confirm(newest, "newest one")).toMatchObject(invalidLink);
  });

  test("a link is valid for an hour", async () => {
    const { email, id } = await register();
    const reset = await tokenFor(email);
    const [row] = await db.select().from(passwordResets).where(eq(passwordResets.userId, id));
    expect((row!.expiresAt.getTime() - Date.now()) / 3_600_000).toBeCloseTo(1, 2);
    await db.update(passwordResets).set({ expiresAt: new Date(Date.now() - 1) });
    expect(await confirm(reset, "too late")).toMatchObject(invalidLink);
  });

  test("a new password must follow the rules; a rejected one does not use up the link", async () => {
    const { email } = await register();
    const reset = await tokenFor(email);
    expect((await confirm(reset, "short")).body.error).toBe("Password must be at least 6 characters long");
    expect((await confirm(reset, "football")).body.error).toBe("This password is too common");
    expect((await confirm(reset, "q7ü-x!")).status).toBe(204);
  });

  test.each(["", "x", "y".repeat(43)])("a made-up token %j is a 400", async (token) => {
    expect(await confirm(token, "something")).toMatchObject(invalidLink);
  });

  test("an account without a password can get one", async () => {
    const { email, id } = await register();
    await db.update(users).set({ passwordHash: null }).where(eq(users.id, id));
    await confirm(await tokenFor(email), "the first");
    expect((await login(email, "the first")).body.user.hasPassword).toBe(true);
  });
});
