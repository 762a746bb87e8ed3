import { expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { retryOn503 } from "../../../test/hostile/retry-on-503.ts";
import { tokenOf, untilMailed } from "../../../test/servers/outbox.ts";
import { users } from "../../users/table.ts";

const database = await createTestDatabase();
const { db } = database;
const dataDir = (await createTestFolder()).path("data");
const app = await startTestApp(database, { env: { DATA_DIR: dataDir } });
let counter = 0;

async function call(method: "GET" | "POST" | "PUT", url: string, payload?: object, token?: string) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await retryOn503(() => app.inject({ method, url, payload, headers }));
  return { status: response.statusCode, body: response.body ? response.json() : undefined };
}

/** An account that an attacker registered with a victim's address and linked to their own identity. */
async function prepareTrap(emailVerified: boolean) {
  counter += 1;
  const given = { username: `trap_${counter}`, email: `victim${counter}@example.com`, password: "of the attacker" };
  const { token, user } = (await call("POST", "/api/auth/register", given)).body;
  const linked = { steamId: `7656119800000000${counter}`, avatarUrl: "https://a.example/a.png", emailVerified };
  await db.update(users).set(linked).where(eq(users.id, user.id));
  return { ...given, ...linked, id: user.id as number, token: token as string };
}

async function reset(email: string) {
  await call("POST", "/api/auth/reset-password", { email });
  const mail = await untilMailed(dataDir, email, /new password/);
  const body = { token: tokenOf(mail), password: "of the owner" };
  expect((await call("POST", "/api/auth/reset-password/confirm", body)).status).toBe(204);
  return mail;
}

const rowOf = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0];

test("resetting an account whose address was never verified locks out the user who registered it", async () => {
  const trap = await prepareTrap(false);
  const elsewhere = `attacker${counter}@example.com`;
  const change = { email: elsewhere, currentPassword: trap.password };
  await call("PUT", "/api/auth/profile", change, trap.token);
  const toElsewhere = tokenOf(await untilMailed(dataDir, elsewhere, /^Confirm your new/));
  const mail = await reset(trap.email);
  expect(mail.text).toContain("removes these connected accounts: Steam");
  expect(await rowOf(trap.id)).toMatchObject({
    email: trap.email,
    emailVerified: true,
    googleId: null,
    steamId: null,
    avatarUrl: null,
    pendingEmail: null,
  });
  expect((await call("GET", "/api/auth/me", undefined, trap.token)).status).toBe(401);
  expect((await call("POST", "/api/auth/email/confirm", { token: toElsewhere })).status).toBe(400);
});

test("resetting a verified account keeps linked identities and lists them in the mail", async () => {
  const account = await prepareTrap(true);
  const mail = await reset(account.email);
  expect(mail.text).toContain(`Steam (${account.steamId})`);
  const { steamId, avatarUrl } = account;
  expect(await rowOf(account.id)).toMatchObject({ steamId, avatarUrl });
  expect((await call("GET", "/api/auth/me", undefined, account.token)).status).toBe(401);
});

test("display names are in no mail to an address that may be someone else's", async () => {
  const trap = await prepareTrap(false);
  await call("PUT", "/api/auth/profile", { displayName: "Win a prize at evil.example" }, trap.token);
  await reset(trap.email);
  for (const subject of [/^Confirm/, /new password/]) {
    expect((await untilMailed(dataDir, trap.email, subject)).text).not.toContain("evil.example");
  }
});
