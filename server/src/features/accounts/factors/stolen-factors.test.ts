import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { accountCalls, password } from "../../../test/account-calls.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { listQueuedMails } from "../../../test/servers/mails.ts";
import { users } from "../../users/table.ts";
import { emailLinks } from "../table.ts";
import { secondFactors } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database, { env: { TRUST_PROXY: "1", RATE_LIMIT_SCALE: "1" } });
const { call, login } = accountCalls(app);
let networks = 0;
/** Each caller has an address of its own, so that only the limits of accounts matter. */
const from = (network: string) => ({ "x-forwarded-for": network });
const elsewhere = () => from(`198.51.${Math.floor(++networks / 250)}.${networks % 250}`);

const mailsTo = async (email: string) => (await listQueuedMails(db)).filter(({ to }) => to === email);
async function mailedToken(email: string, page: string): Promise<string> {
  const paths = (await mailsTo(email)).map(({ action }) => action?.path ?? "");
  return (
    paths
      .filter((path) => path.startsWith(page))
      .at(-1)
      ?.split("token=")[1] ?? ""
  );
}

interface Account {
  id: number;
  email: string;
  token: string;
}

const home = "203.0.113.7";

async function createMember(): Promise<Account> {
  const given = { username: `member_${++networks}`, email: `member${networks}@example.com`, password };
  const { status, body } = await call("POST /api/auth/register", given, undefined, from(`203.0.${networks}.7`));
  expect(status).toBe(201);
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, body.user.id));
  return { id: body.user.id, email: given.email, token: body.token };
}

/** A thief who knows the password signs in and adds an authenticator app. */
async function addApp({ email }: Account): Promise<{ token: string; secret: string }> {
  const { token } = (await login(email, password, {})).body;
  return { token, secret: await addAppWith(token) };
}

async function addAppWith(token: string): Promise<string> {
  const at = elsewhere();
  expect((await call("POST /api/auth/reauthenticate", { password }, token, at)).status).toBe(204);
  const { secret } = (await call("POST /api/auth/factors/totp", {}, token, at)).body;
  const code = codeOf(secret, -1);
  expect((await call("POST /api/auth/factors/totp/confirm", { code }, token, at)).status).toBe(200);
  return secret;
}

const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

describe("the notice of an added factor", () => {
  /** The owner takes the account back by the link, and signs in with a new password. */
  async function takeBack({ email, id }: Account): Promise<void> {
    const token = await mailedToken(email, "/undo-factor");
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await call("POST /api/auth/factors/undo", { token }, undefined, elsewhere())).status).toBe(204);
    const again = await call("POST /api/auth/factors/undo", { token }, undefined, elsewhere());
    expect(again).toMatchObject({ status: 400, body: { details: [{ path: "token" }] } });
    const reset = { token: await mailedToken(email, "/reset-password"), password: "of the owner" };
    expect((await call("POST /api/auth/reset-password/confirm", reset, undefined, elsewhere())).status).toBe(204);
    const next = await call("POST /api/auth/login", { email, password: reset.password }, undefined, elsewhere());
    expect(next.body).toMatchObject({ token: expect.any(String), user: { id, email, emailVerified: true } });
  }

  test("lets the owner in again, and the thief out", async () => {
    const account = await createMember();
    const thief = await addApp(account);
    await takeBack(account);
    expect((await call("GET /api/auth/me", undefined, thief.token)).status).toBe(401);
    expect(await db.$count(secondFactors, eq(secondFactors.userId, account.id))).toBe(0);
    expect((await mailsTo(account.email)).map(({ subject }) => subject)).toContain(
      "A second factor was added to your account at {brand}",
    );
  });

  test.each(["a reset", "a removed factor", "another password", "a confirmed change of the address"])(
    "still does so after %s",
    async (event) => {
      const account = await createMember();
      const { token } = await addApp(account);
      const at = elsewhere();
      if (event === "a reset") {
        await call("POST /api/auth/reset-password", { email: account.email }, undefined, at);
        await expect.poll(() => mailedToken(account.email, "/reset-password")).not.toBe("");
        const mailed = await mailedToken(account.email, "/reset-password");
        const reset = { token: mailed, password: "a first try" };
        expect((await call("POST /api/auth/reset-password/confirm", reset, undefined, at)).status).toBe(204);
      } else if (event === "a removed factor") {
        const { factors } = (await call("GET /api/auth/factors", undefined, token)).body;
        expect((await call(`DELETE /api/auth/factors/${factors[0].id}`, undefined, token, at)).status).toBe(204);
      } else if (event === "another password") {
        const change = { currentPassword: password, newPassword: "of the thief" };
        expect((await call("POST /api/auth/password", change, token, at)).status).toBe(204);
      } else {
        const evil = `evil${account.id}@evil.example`;
        const change = { email: evil, currentPassword: password };
        expect((await call("PUT /api/auth/profile", change, token, at)).status).toBe(200);
        const confirm = { token: await mailedToken(evil, "/verify-email") };
        expect((await call("POST /api/auth/email/confirm", confirm, undefined, at)).status).toBe(204);
        // the thief's own notice of another factor
        await addAppWith(token);
        expect(await mailedToken(evil, "/undo-factor")).not.toBe("");
      }
      await takeBack(account);
      expect(await db.$count(emailLinks, eq(emailLinks.userId, account.id))).toBe(0);
    },
  );

  test("is good for 7 days", async () => {
    const account = await createMember();
    await addApp(account);
    const [link] = await db
      .select()
      .from(emailLinks)
      .where(eq(emailLinks.purpose, "undo"))
      .orderBy(emailLinks.expiresAt);
    expect((link!.expiresAt.getTime() - Date.now()) / 86_400_000).toBeLessThanOrEqual(7);
    await db.update(emailLinks).set({ expiresAt: new Date(Date.now() - 1) });
    const token = await mailedToken(account.email, "/undo-factor");
    expect((await call("POST /api/auth/factors/undo", { token }, undefined, elsewhere())).status).toBe(400);
  });
});

describe("wrong codes", () => {
  async function challenge({ email }: Account, network: object): Promise<string> {
    const { body } = await call("POST /api/auth/login", { email, password }, undefined, network);
    return body.challenge;
  }

  test("do not keep the owner out of known networks and browsers, and right ones do not count", async () => {
    const given = { username: "owner_of_codes", email: "codes@example.com", password };
    const registered = await call("POST /api/auth/register", given, undefined, from(home));
    const account = { id: registered.body.user.id, email: given.email, token: registered.body.token };
    const secret = await addAppWith(account.token);
    const browser = String(registered.headers["set-cookie"]).split(";")[0]!;

    for (let round = 0; round < 4; round += 1) {
      const open = await challenge(account, elsewhere());
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const wrong = await call(
          "POST /api/auth/login/factor",
          { challenge: open, code: "no code" },
          undefined,
          elsewhere(),
        );
        expect(wrong.status).toBe(401);
      }
    }
    const thief = await challenge(account, elsewhere());
    const over = await call(
      "POST /api/auth/login/factor",
      { challenge: thief, code: "no code" },
      undefined,
      elsewhere(),
    );
    expect(over.status).toBe(429);

    const atHome = await challenge(account, from(home));
    const right = { challenge: atHome, code: codeOf(secret) };
    expect((await call("POST /api/auth/login/factor", right, undefined, from(home))).status).toBe(200);

    const { cookie, ...away } = { cookie: browser, ...elsewhere() };
    const abroad = await challenge(account, { ...away, cookie });
    const known = { challenge: abroad, code: codeOf(secret, 1) };
    expect((await call("POST /api/auth/login/factor", known, undefined, { ...away, cookie })).status).toBe(200);
  });

  test("have a limit of their own in each known network", async () => {
    const account = await createMember();
    await addAppWith(account.token);
    const network = from(`203.0.${networks}.77`);
    const reauthenticate = (payload: object, at: object) =>
      call("POST /api/auth/reauthenticate", payload, account.token, at);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await reauthenticate({ code: "no code" }, elsewhere())).status).toBe(403);
    }
    expect((await reauthenticate({ code: "no code" }, network)).status).toBe(429);
    expect((await reauthenticate({ password }, network)).status).toBe(204);
  });
});
