import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { accountCalls, password } from "../../../test/account-calls.ts";
import { startTestApp } from "../../../test/app.ts";
import { type CreatedPasskey, createPasskey } from "../../../test/authenticator.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { listQueuedMails } from "../../../test/servers/mails.ts";
import { users } from "../../users/table.ts";
import { sendReset } from "../passwords/commands-reset.ts";
import { secondFactors } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const origin = "http://localhost:3000";
const app = await startTestApp(database, { env: { PUBLIC_URL: origin, ROLE: "web" } });
const { call, register, login } = accountCalls(app);

async function reauthenticated() {
  const account = await register();
  expect((await call("POST /api/auth/reauthenticate", { password }, account.token)).status).toBe(204);
  return account;
}

const add = (token: string, { credential }: CreatedPasskey) =>
  call("POST /api/auth/factors/passkeys", { name: "A key", credential }, token);

async function create(token: string, id?: Buffer): Promise<CreatedPasskey> {
  const { body } = await call("POST /api/auth/factors/passkeys/options", undefined, token);
  return createPasskey(origin, body.options.challenge, id);
}

async function signIn(passkey: CreatedPasskey) {
  const { body } = await call("POST /api/auth/passkeys/options");
  return call("POST /api/auth/login/passkey", { credential: passkey.use(body.options.challenge) });
}

async function mailedToken(email: string, page: string): Promise<string> {
  const mails = (await listQueuedMails(db)).filter(({ to, action }) => to === email && action?.path.startsWith(page));
  return mails.at(-1)?.action?.path.split("token=")[1] ?? "";
}

async function resetPassword(email: string): Promise<void> {
  const reset = { token: await mailedToken(email, "/reset-password"), password: "of the owner" };
  expect((await call("POST /api/auth/reset-password/confirm", reset)).status).toBe(204);
}

test("a passkey signs in by itself", async () => {
  const { id, token } = await reauthenticated();
  const passkey = await create(token);
  expect((await add(token, passkey)).status).toBe(201);
  expect(await signIn(passkey)).toMatchObject({ status: 200, body: { token: expect.any(String), user: { id } } });
});

test("a passkey's id that exists is a 409, the same whoever has it", async () => {
  const [ann, ben] = [await reauthenticated(), await reauthenticated()];
  const id = randomBytes(16);
  expect((await add(ann.token, await create(ann.token, id))).status).toBe(201);
  const own = await add(ann.token, await create(ann.token, id));
  const others = await add(ben.token, await create(ben.token, id));
  expect(own).toMatchObject({ status: 409, body: { code: "conflict", error: "This passkey is in use already" } });
  expect(others.body).toEqual(own.body);
  expect([others.status, await db.$count(secondFactors, eq(secondFactors.userId, ben.id))]).toEqual([409, 0]);
  // the refusal ends no session, and another passkey is accepted
  expect((await add(ben.token, await create(ben.token))).status).toBe(201);
});

test("the passkey of whoever registered an address first is gone once its owner sets a password", async () => {
  const squatter = await reauthenticated();
  const passkey = await create(squatter.token);
  await add(squatter.token, passkey);
  await sendReset(db, squatter, { secretKey, now: new Date() });
  await resetPassword(squatter.email);
  expect((await call("GET /api/auth/me", undefined, squatter.token)).status).toBe(401);
  expect((await signIn(passkey)).status).toBe(401);
  expect((await login(squatter.email, "of the owner")).body).toMatchObject({
    token: expect.any(String),
    user: { emailVerified: true, hasSecondFactor: false },
  });
});

test("the passkey of a thief who moved the account elsewhere is gone once the owner undoes that", async () => {
  const { id, email, token } = await reauthenticated();
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
  const passkey = await create(token);
  await add(token, passkey);
  const evil = `evil${id}@evil.example`;
  await call("PUT /api/auth/profile", { email: evil, currentPassword: password }, token);
  await call("POST /api/auth/email/confirm", { token: await mailedToken(evil, "/verify-email") });
  expect((await signIn(passkey)).body.user).toMatchObject({ email: evil });

  expect((await call("POST /api/auth/email/undo", { token: await mailedToken(email, "/undo-email") })).status).toBe(
    204,
  );
  expect((await signIn(passkey)).status).toBe(401);
  await resetPassword(email);
  expect((await login(email, "of the owner")).body).toMatchObject({ token: expect.any(String), user: { id, email } });
});
