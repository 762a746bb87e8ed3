import { describe, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { retryOn503 } from "../../test/hostile/retry-on-503.ts";
import { readOutbox, tokenOf, untilMailed } from "../../test/servers/outbox.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { users } from "../users/table.ts";
import { sweepExpired } from "./sessions/commands-session.ts";
import { emailLinks, sessions } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const folder = await createTestFolder();
const dataDir = folder.path("data");
const app = await startTestApp(database, { env: { DATA_DIR: dataDir } });

const hour = 3_600_000;
const password = "correct horse";
let counter = 0;

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(route: `${Method} ${string}`, payload?: object, token?: string) {
  const [method, url] = route.split(" ") as [Method, string];
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await retryOn503(() => app.inject({ method, url, payload, headers }));
  return { status: response.statusCode, body: response.body ? response.json() : undefined };
}

async function register(email = `mia${++counter}@example.com`) {
  const { status, body } = await call("POST /api/auth/register", { username: `mia_${++counter}`, email, password });
  expect(status).toBe(201);
  return { email, username: body.user.username as string, id: body.user.id as number, token: body.token as string };
}

const me = async (token: string) => (await call("GET /api/auth/me", undefined, token)).body.user;
const login = async (email: string, pass = password) =>
  (await call("POST /api/auth/login", { email, password: pass })).status;
const confirm = (token: string) => call("POST /api/auth/email/confirm", { token });
const undo = (token: string) => call("POST /api/auth/email/undo", { token });
const change = (token: string, email: string, currentPassword: string | undefined = password) =>
  call("PUT /api/auth/profile", { email, currentPassword }, token);

const confirmSubject = /^Confirm your (new )?email address/;
const noticeSubject = /is about to change$/;
const changedSubject = /was changed$/;

/** Changes the account's address and confirms the change. */
async function move(account: { token: string; email: string }): Promise<string> {
  const email = `new-${++counter}@example.com`;
  expect((await change(account.token, email)).status).toBe(200);
  expect((await confirm(tokenOf(await untilMailed(dataDir, email, confirmSubject)))).status).toBe(204);
  return email;
}

const mailsTo = async (address: string) => (await readOutbox(dataDir)).filter(({ to }) => to.includes(address));
const invalidLink = { status: 400, body: { code: "invalid", details: [{ path: "token" }] } };

describe("an address is verified", () => {
  test("by a link that is mailed at registration and works once", async () => {
    const { email, username, token } = await register();
    expect(await me(token)).toMatchObject({ email, emailVerified: false, pendingEmail: null });
    const mail = await untilMailed(dataDir, email, confirmSubject);
    expect(mail.text).toContain(username);
    expect((await confirm(tokenOf(mail))).status).toBe(204);
    expect(await me(token)).toMatchObject({ email, emailVerified: true });
    expect(await confirm(tokenOf(mail))).toMatchObject(invalidLink);
  });

  test("within 48 hours", async () => {
    const { email, id } = await register();
    const mail = await untilMailed(dataDir, email, confirmSubject);
    const [link] = await db.select().from(emailLinks).where(eq(emailLinks.userId, id));
    expect((link!.expiresAt.getTime() - Date.now()) / hour).toBeCloseTo(48, 1);
    await db
      .update(emailLinks)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(emailLinks.userId, id));
    expect(await confirm(tokenOf(mail))).toMatchObject(invalidLink);
    await sweepExpired(db, new Date());
    expect(await db.$count(emailLinks, eq(emailLinks.userId, id))).toBe(0);
  });

  test("by a resent link, which is mailed only while needed; the response is always the same", async () => {
    const { email, token } = await register();
    await untilMailed(dataDir, email, confirmSubject);
    const resend = () => call("POST /api/auth/email/resend", {}, token);
    const first = await resend();
    expect(first).toMatchObject({ status: 202, body: { message: expect.any(String) } });
    const mail = await untilMailed(dataDir, email, confirmSubject, 2);
    expect((await confirm(tokenOf(mail))).status).toBe(204);
    expect(await resend()).toEqual(first);
    expect(await db.$count(emailLinks, sql`${emailLinks.emailKey} = ${email} and purpose = 'confirm'`)).toBe(1);
  });

  test("not by a program that only opens the link", async () => {
    const { email, token } = await register();
    const mailed = tokenOf(await untilMailed(dataDir, email, confirmSubject));
    for (const url of [`/verify-email?token=${mailed}`, `/api/auth/email/confirm?token=${mailed}`]) {
      for (const method of ["GET", "HEAD"] as const) await app.inject({ method, url });
    }
    expect((await me(token)).emailVerified).toBe(false);
    expect((await confirm(mailed)).status).toBe(204);
  });

  test.each(["", "x", "y".repeat(43)])("not by a made-up token %j", async (token) => {
    expect(await confirm(token)).toMatchObject(invalidLink);
    expect(await undo(token)).toMatchObject(invalidLink);
  });
});

describe("another address", () => {
  test("needs the current password, and nothing changes without it", async () => {
    const { token } = await register();
    const before = await me(token);
    const requested = { email: "thief@example.com", displayName: "Changed" };
    expect(await call("PUT /api/auth/profile", requested, token)).toMatchObject({
      status: 403,
      body: { code: "password_required", errors: [{ path: "currentPassword" }] },
    });
    expect(await call("PUT /api/auth/profile", { ...requested, currentPassword: "wrong" }, token)).toMatchObject({
      status: 403,
      body: { code: "forbidden", errors: [{ path: "currentPassword", msg: "Wrong password" }] },
    });
    expect(await me(token)).toEqual(before);
    expect(await mailsTo("thief@example.com")).toEqual([]);
  });

  test("needs a sign-in within the last 10 minutes where there is no password", async () => {
    const { token, id } = await register();
    await db.update(users).set({ passwordHash: null }).where(eq(users.id, id));
    const setSessionAge = (minutesAgo: number) =>
      db
        .update(sessions)
        .set({ createdAt: new Date(Date.now() - minutesAgo * 60_000) })
        .where(eq(sessions.userId, id));
    await setSessionAge(11);
    expect(await change(token, "steam@example.com")).toMatchObject({
      status: 403,
      body: { code: "reauthentication_required" },
    });
    await setSessionAge(9);
    expect((await change(token, "steam@example.com")).body.user.pendingEmail).toBe("steam@example.com");
  });

  test("takes effect once it is confirmed, which invalidates reset links sent to the old one", async () => {
    const { email, token } = await register();
    await call("POST /api/auth/reset-password", { email });
    const reset = tokenOf(await untilMailed(dataDir, email, /new password/));
    const next = `next-${++counter}@example.com`;
    const { status, body } = await call(
      "PUT /api/auth/profile",
      { email: next, currentPassword: password, displayName: "Mia" },
      token,
    );
    expect([status, body.user]).toMatchObject([200, { email, pendingEmail: next, displayName: "Mia" }]);
    expect([await login(email), await login(next)]).toEqual([200, 401]);
    expect((await confirm(tokenOf(await untilMailed(dataDir, next, confirmSubject)))).status).toBe(204);
    expect([await login(email), await login(next)]).toEqual([401, 200]);
    expect(await me(token)).toMatchObject({ email: next, emailVerified: true, pendingEmail: null });
    expect(
      (await call("POST /api/auth/reset-password/confirm", { token: reset, password: "another long one" })).status,
    ).toBe(400);
  });

  test("that belongs to another account gets the same response; only its owner is notified", async () => {
    const [one, other] = [await register(), await register()];
    const free = `free-${++counter}@example.com`;
    const forFree = await change(one.token, free);
    const forTaken = await change(one.token, other.email.toUpperCase());
    expect(forTaken.status).toBe(200);
    expect(forTaken.body.user).toEqual({ ...forFree.body.user, pendingEmail: other.email.toUpperCase() });
    const mail = await untilMailed(dataDir, other.email.toUpperCase(), /^Someone tried/);
    expect(mail.text).not.toContain("token=");
    expect(mail.text).not.toContain(one.username);
    await untilMailed(dataDir, one.email, noticeSubject, 2);
    expect((await call("POST /api/auth/email/resend", {}, one.token)).status).toBe(202);
    await untilMailed(dataDir, other.email.toUpperCase(), /^Someone tried/, 2);
    expect(await me(other.token)).toMatchObject({ email: other.email, pendingEmail: null });
  });

  test("can be cancelled or replaced, which invalidates earlier links", async () => {
    const { email, token } = await register();
    const [first, second] = [`first-${++counter}@example.com`, `second-${++counter}@example.com`];
    await change(token, first);
    const firstToken = tokenOf(await untilMailed(dataDir, first, confirmSubject));
    await change(token, second);
    const secondToken = tokenOf(await untilMailed(dataDir, second, confirmSubject));
    expect(await confirm(firstToken)).toMatchObject(invalidLink);
    expect((await call("DELETE /api/auth/email/pending", undefined, token)).status).toBe(204);
    expect((await me(token)).pendingEmail).toBeNull();
    expect(await confirm(secondToken)).toMatchObject(invalidLink);
    expect((await me(token)).email).toBe(email);
    // the link to the account's own address stays valid
    expect((await confirm(tokenOf(await untilMailed(dataDir, email, confirmSubject)))).status).toBe(204);
  });

  test("that another account has taken meanwhile is a 409", async () => {
    const { email, token } = await register();
    const requested = `requested-${++counter}@example.com`;
    await change(token, requested);
    const link = tokenOf(await untilMailed(dataDir, requested, confirmSubject));
    await register(requested);
    expect(await confirm(link)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await me(token)).email).toBe(email);
  });

  test("is no longer pending once a new password is set", async () => {
    const { email, token } = await register();
    await call("POST /api/auth/reset-password", { email });
    const reset = tokenOf(await untilMailed(dataDir, email, /new password/));
    const requested = `requested-${++counter}@example.com`;
    await change(token, requested);
    const link = tokenOf(await untilMailed(dataDir, requested, confirmSubject));
    expect(
      (await call("POST /api/auth/reset-password/confirm", { token: reset, password: "another long one" })).status,
    ).toBe(204);
    expect(await confirm(link)).toMatchObject(invalidLink);
    const again = (await call("POST /api/auth/login", { email, password: "another long one" })).body;
    expect(again.user).toMatchObject({ email, pendingEmail: null });
  });
});

describe("the old address undoes a change", () => {
  test("for 7 days and locks out the user who made it", async () => {
    const thief = await register();
    const { email, id, token } = thief;
    await db
      .update(users)
      .set({ emailVerified: true, googleId: `thief-${id}` })
      .where(eq(users.id, id));
    const stolen = await move(thief);
    await call("POST /api/auth/reset-password", { email: stolen });
    const reset = tokenOf(await untilMailed(dataDir, stolen, /new password/));
    const [link] = await db.select().from(emailLinks).where(eq(emailLinks.userId, id));
    expect((link!.expiresAt.getTime() - Date.now()) / hour).toBeCloseTo(7 * 24, 1);

    const notice = tokenOf(await untilMailed(dataDir, email, changedSubject));
    expect((await undo(notice)).status).toBe(204);
    expect((await call("GET /api/auth/me", undefined, token)).status).toBe(401);
    expect([await login(email), await login(stolen)]).toEqual([401, 401]);
    const renew = (link: string) =>
      call("POST /api/auth/reset-password/confirm", { token: link, password: "mine again" });
    expect((await renew(reset)).status).toBe(400);
    const [row] = await db.select().from(users).where(eq(users.id, id));
    expect(row).toMatchObject({ email, emailVerified: true, passwordHash: null, googleId: null, pendingEmail: null });
    expect(await undo(notice)).toMatchObject(invalidLink);

    expect((await renew(tokenOf(await untilMailed(dataDir, email, /new password/)))).status).toBe(204);
    expect(await login(email, "mine again")).toBe(200);
  });

  test("even before it is confirmed", async () => {
    const { email, token } = await register();
    const requested = `requested-${++counter}@example.com`;
    await change(token, requested);
    const link = tokenOf(await untilMailed(dataDir, requested, confirmSubject));
    expect((await undo(tokenOf(await untilMailed(dataDir, email, noticeSubject)))).status).toBe(204);
    expect(await confirm(link)).toMatchObject(invalidLink);
    expect((await call("GET /api/auth/me", undefined, token)).status).toBe(401);
    expect(await login(email)).toBe(401);
  });

  test("however often the thief moved on or set a new password", async () => {
    const thief = await register();
    const second = await move(thief);
    const third = await move({ ...thief, email: second });
    await call("POST /api/auth/reset-password", { email: third });
    const reset = tokenOf(await untilMailed(dataDir, third, /new password/));
    await call("POST /api/auth/reset-password/confirm", { token: reset, password: "of the thief" });
    const ofThief = tokenOf(await untilMailed(dataDir, second, changedSubject));
    expect((await undo(tokenOf(await untilMailed(dataDir, thief.email, changedSubject)))).status).toBe(204);
    expect(await undo(ofThief)).toMatchObject(invalidLink);
    const [row] = await db.select().from(users).where(eq(users.id, thief.id));
    expect(row?.email).toBe(thief.email);
  });

  test("also after a newer link took the account elsewhere", async () => {
    const thief = await register();
    const second = await move(thief);
    await move({ ...thief, email: second });
    expect((await undo(tokenOf(await untilMailed(dataDir, second, changedSubject)))).status).toBe(204);
    expect((await undo(tokenOf(await untilMailed(dataDir, thief.email, changedSubject)))).status).toBe(204);
    const [row] = await db.select().from(users).where(eq(users.id, thief.id));
    expect(row?.email).toBe(thief.email);
  });

  test("which stays reserved for the account meanwhile", async () => {
    const { email, token, id } = await register();
    const moved = await move({ token, email });
    const squatter = { username: `squatter_${++counter}`, email, password };
    expect((await call("POST /api/auth/register", squatter)).status).toBe(409);
    expect((await change(token, email)).status).toBe(200);
    expect((await confirm(tokenOf(await untilMailed(dataDir, email, /new email address/)))).status).toBe(204);
    expect([await login(email), await login(moved)]).toEqual([200, 401]);
    await db.delete(emailLinks).where(eq(emailLinks.userId, id));
    await register(moved);
  });
});

describe("the audit log", () => {
  const entriesOf = (id: number) =>
    db
      .select()
      .from(auditLog)
      .where(eq(auditLog.resourceId, String(id)));

  test("records changes of an account with a role, without any address", async () => {
    const admin = await signInAdmin(db, `chief${++counter}`, "everything");
    const token = admin.headers.authorization.slice("Bearer ".length);
    const [{ email } = { email: "" }] = await db.select().from(users).where(eq(users.id, admin.id));
    await move({ token, email: email ?? "" });
    await undo(tokenOf(await untilMailed(dataDir, email ?? "", changedSubject)));
    const reset = tokenOf(await untilMailed(dataDir, email ?? "", /new password/));
    await call("POST /api/auth/reset-password/confirm", { token: reset, password: "another long one" });
    const entries = await entriesOf(admin.id);
    expect(entries.map(({ description }) => description)).toEqual([
      "Asked for another email address",
      "Changed the email address",
      expect.stringMatching(/^Undid a change of the email address/),
      "Set a new password by a mailed link",
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({ userId: admin.id, action: "UPDATE", resourceType: "user" });
      expect(JSON.stringify(entry)).not.toContain("@");
    }
  });

  test("does not record changes of a member", async () => {
    const member = await register();
    await move(member);
    expect(await entriesOf(member.id)).toEqual([]);
  });
});
