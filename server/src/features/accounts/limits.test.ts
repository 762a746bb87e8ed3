import { expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { createToken, hashToken } from "../../platform/process/token.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { auditLog } from "../audit/table.ts";
import { recordBruteForce } from "./passwords/commands-brute-force.ts";
import { passwordResets } from "./table.ts";

const database = await createTestDatabase();
const app = await startTestApp(database, { env: { RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1" } });
let addresses = 0;

/** Each test uses its own addresses, each in another subnet. */
function newAddress(): string {
  addresses += 1;
  return `198.18.${addresses}.1`;
}

function post(path: string, payload: object, address: string) {
  return app.inject({ method: "POST", url: path, payload, headers: { "x-forwarded-for": address } });
}

async function statuses(times: number, request: (index: number) => ReturnType<typeof post>): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < times; index += 1) all.push((await request(index)).statusCode);
  return all;
}

const repeated = (status: number, times: number) => Array.from({ length: times }, () => status);

test("signing in: 10 a minute from one address, for any account", async () => {
  const address = newAddress();
  const request = (index: number) =>
    post("/api/auth/login", { email: `u${index}@example.com`, password: "wrong" }, address);
  expect(await statuses(11, request)).toEqual([...repeated(401, 10), 429]);
  const refused = await request(12);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
  expect(refused.json()).toEqual({ error: "Too many requests. Try again later.", code: "rate_limited" });
  const elsewhere = await post("/api/auth/login", { email: "u@example.com", password: "wrong" }, newAddress());
  expect(elsewhere.statusCode).toBe(401);
});

test.each(["known@example.com", "unknown@example.com"])(
  "signing in: 20 an hour for %s, across all addresses",
  async (email) => {
    if (email.startsWith("known")) {
      await post("/api/auth/register", { username: "known", email, password: "a long password" }, newAddress());
    }
    const request = (index: number) =>
      post("/api/auth/login", { email: index % 2 ? email : email.toUpperCase(), password: "wrong" }, newAddress());
    expect(await statuses(21, request)).toEqual([...repeated(401, 20), 429]);
    const right = await post("/api/auth/login", { email, password: "a long password" }, newAddress());
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(3_000);
  },
);

test("registering: 10 an hour from one address", async () => {
  const address = newAddress();
  const request = (index: number) =>
    post(
      "/api/auth/register",
      { username: `u${index}`, email: `u${index}@example.com`, password: "a long password" },
      address,
    );
  expect((await statuses(11, request)).at(-1)).toBe(429);
  expect((await request(20)).statusCode).toBe(429);
});

test("resets: 5 an hour from one address", async () => {
  const address = newAddress();
  const request = (index: number) => post("/api/auth/reset-password", { email: `r${index}@example.com` }, address);
  expect(await statuses(6, request)).toEqual([...repeated(202, 5), 429]);
});

test.each(["known@example.com", "nobody@example.com"])("resets: 5 mails an hour for %s, silently", async (email) => {
  const request = () => post("/api/auth/reset-password", { email }, newAddress());
  expect(await statuses(8, request)).toEqual(repeated(202, 8));
  const { rows } = await database.db.execute(sql`
    select 1 from jobs.job where name = 'password-reset' and data->>'email' = ${email}`);
  expect(rows).toHaveLength(5);
});

test("changes of the address: 5 an hour for an account, whether or not the addresses are taken", async () => {
  const user = { username: "mover", email: "mover@example.com", password: "a long password" };
  const { token } = (await post("/api/auth/register", user, newAddress())).json();
  await post("/api/auth/register", { ...user, username: "settled", email: "settled@example.com" }, newAddress());
  const request = (index: number) =>
    app.inject({
      method: "PUT",
      url: "/api/auth/profile",
      headers: { "x-forwarded-for": newAddress(), authorization: `Bearer ${token}` },
      payload: {
        email: index % 2 ? `m${index}@example.com` : "settled@example.com",
        currentPassword: "a long password",
      },
    });
  expect(await statuses(6, request)).toEqual([...repeated(200, 5), 429]);
});

test("password confirmations: 20 an hour for an account", async () => {
  const user = { username: "watchful", email: "watchful@example.com", password: "a long password" };
  const { token } = (await post("/api/auth/register", user, newAddress())).json();
  const headers = () => ({ "x-forwarded-for": newAddress(), authorization: `Bearer ${token}` });
  const request = (index: number) =>
    index % 2
      ? app.inject({
          method: "POST",
          url: "/api/auth/reauthenticate",
          headers: headers(),
          payload: { password: "wrong" },
        })
      : app.inject({
          method: "PUT",
          url: "/api/auth/profile",
          headers: headers(),
          payload: { email: "w@example.com", currentPassword: "wrong" },
        });
  expect(await statuses(21, request)).toEqual([...repeated(403, 20), 429]);
});

test("an IPv6 network counts as one address", async () => {
  const request = (index: number) =>
    post("/api/auth/reset-password", { email: `v${index}@example.com` }, `2001:db8:1:1::${index + 1}`);
  expect(await statuses(6, request)).toEqual([...repeated(202, 5), 429]);
});

/** Signs in with a password. */
const login = (email: string, password: string, address: string) =>
  post("/api/auth/login", { email, password }, address);

test("brute force from elsewhere does not lock the owner out of known networks, nor after a mailed reset", {
  timeout: 120_000,
}, async () => {
  const email = "owner@example.com";
  const home = "2001:db8:77:1::1";
  const { user } = (
    await post("/api/auth/register", { username: "owner", email, password: "a long password" }, home)
  ).json();
  expect(await statuses(21, () => login(email, "wrong", newAddress()))).toEqual([...repeated(401, 20), 429]);
  const away = newAddress();
  expect((await login(email, "a long password", away)).statusCode).toBe(429);
  // another address of the same network
  expect((await login(email, "a long password", "2001:db8:77:1::2")).statusCode).toBe(200);

  const token = createToken();
  const expiresAt = new Date(Date.now() + 60_000);
  await database.db.insert(passwordResets).values({ tokenHash: hashToken(token), userId: user.id, expiresAt });
  await post("/api/auth/reset-password/confirm", { token, password: "another long one" }, away);
  expect((await login(email, "another long one", away)).statusCode).toBe(200);
});

test("a brute-force attack on an existing account is in the audit log", async () => {
  const email = "watched@example.com";
  await post("/api/auth/register", { username: "watched", email, password: "a long password" }, newAddress());
  const attack = { failures: 50, networks: 50 };
  await recordBruteForce(database.db, email, attack);
  await recordBruteForce(database.db, "nobody@example.com", attack);
  const entries = await database.db.select().from(auditLog).where(eq(auditLog.resourceType, "user"));
  expect(entries).toMatchObject([
    {
      userId: null,
      action: "UPDATE",
      resourceKey: "watched",
      description: "Slowed down signing in to watched from new places: 50 wrong passwords in a day",
      details: attack,
    },
  ]);
});

test("registering: 50 an hour from one subnet, across all its addresses", async () => {
  // a taken name is refused before the expensive hashing
  const body = { username: "known", email: "known@example.com", password: "a long password" };
  await post("/api/auth/register", body, newAddress());
  const request = (index: number) => post("/api/auth/register", body, `2001:db8:88:${index.toString(16)}::1`);
  expect(await statuses(51, request)).toEqual([...repeated(409, 50), 429]);
  expect((await post("/api/auth/register", body, "2001:db8:89::1")).statusCode).toBe(409);
});
