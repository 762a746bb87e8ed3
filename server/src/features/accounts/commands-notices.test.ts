import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { openBrowser } from "../../test/browser.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { listQueuedMails } from "../../test/servers/mails.ts";
import { readOutbox } from "../../test/servers/outbox.ts";
import { signInUser } from "../../test/users.ts";
import { users } from "../users/table.ts";
import { hashPassword } from "./passwords/password.ts";

const database = await createTestDatabase();
const { db } = database;
const folder = await createTestFolder();
const dataDir = folder.path("data");
const app = await startTestApp(database, { env: { DATA_DIR: dataDir, TRUST_PROXY: "1" } });
const password = "a password of many letters";
const passwordHash = await hashPassword(password);

async function createMember(name: string) {
  const user = await signInUser(db, name);
  await db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
  const call = async (method: "POST" | "DELETE" | "GET", url: string, payload?: object) => {
    const response = await app.inject({ method, url, headers: user.headers, ...(payload && { payload }) });
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response.body ? response.json() : undefined;
  };
  await call("POST", "/api/auth/reauthenticate", { password });
  return { ...user, email: `${name}@example.com`, call };
}

const subjectsTo = async (email: string) =>
  (await listQueuedMails(db)).filter(({ to }) => to === email).map(({ subject }) => subject.replace(" {brand}", ""));

test("each event sends one mail to the owner, which has a token only if it undoes the event", async () => {
  const ann = await createMember("ann");
  const { secret } = await ann.call("POST", "/api/auth/factors/totp");
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  await ann.call("POST", "/api/auth/factors/totp/confirm", { code });
  await ann.call("POST", "/api/auth/factors/recovery-codes");
  const { factors } = await ann.call("GET", "/api/auth/factors");
  await ann.call("DELETE", `/api/auth/factors/${factors[0].id}`);
  const newPassword = "another password of letters";
  await ann.call("POST", "/api/auth/password", { currentPassword: password, newPassword });
  expect(await subjectsTo(ann.email)).toEqual([
    "A second factor was added to your account at",
    "New recovery codes for your account at",
    "A second factor was removed from your account at",
    "Your password at was changed",
  ]);
  const mails = await listQueuedMails(db);
  expect(mails[0]?.paragraphs.join(" ")).toContain("an authenticator app was added");
  for (const [index, { action, paragraphs }] of mails.entries()) {
    if (index === 0) expect(action?.path).toMatch(/^\/undo-factor\?token=[\w-]{43}$/);
    else expect(action?.path).not.toContain("token");
    expect(paragraphs.join(" ")).not.toMatch(/\{(?!brand)/);
  }
});

test("only sign-ins with an unknown browser from an unknown network send a mail, but not the first one", async () => {
  const ben = await createMember("ben");
  const signIn = async (browser: ReturnType<typeof openBrowser>, address: string) => {
    const response = await app.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: { email: ben.email, password },
      headers: { "x-forwarded-for": address, "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" },
      cookies: Object.fromEntries(browser.cookies),
    });
    expect(response.statusCode).toBe(200);
    for (const { name, value } of response.cookies) browser.cookies.set(name, value);
  };
  const own = openBrowser(app);
  await signIn(own, "203.0.113.1");
  expect(await subjectsTo(ben.email)).toEqual([]);
  await signIn(own, "198.51.100.1");
  await signIn(openBrowser(app), "203.0.113.1");
  expect(await subjectsTo(ben.email)).toEqual([]);
  const other = openBrowser(app);
  await signIn(other, "192.0.2.1");
  expect(await subjectsTo(ben.email)).toEqual(["New sign-in to your account at"]);
  await signIn(other, "192.0.2.77");
  expect(await subjectsTo(ben.email)).toHaveLength(1);
  const [mail] = (await listQueuedMails(db)).filter(({ to }) => to === ben.email);
  expect(mail?.paragraphs.join(" ")).toContain("Firefox on Windows");
});

test("mails use the texts that administrators have edited", async () => {
  for (const [key, text] of [
    ["mail.password_changed.subject", "Your secret word is new"],
    ["header.brand_name", "Edited"],
  ]) {
    await db.execute(sql`update content_strings set current_value = ${text} where key = ${key}`);
  }
  const cleo = await createMember("cleo");
  await expect.poll(async () => (await app.inject("/api/content/strings")).body).toContain("Edited");
  expect((await app.inject("/api/content/strings")).body).not.toContain("Your secret word is new");
  await cleo.call("POST", "/api/auth/password", { currentPassword: password, newPassword: "another one, longer" });
  await expect.poll(async () => JSON.stringify(await readOutbox(dataDir))).toContain("Your secret word is new");
});
