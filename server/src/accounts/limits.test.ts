import { expect, test } from "vitest";
import { startTestApp } from "../test/app.ts";
import { createTestDatabase } from "../test/database.ts";

const database = await createTestDatabase();
const app = await startTestApp(database, { env: { RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1" } });
let addresses = 0;

/** Each test comes from addresses of its own. */
function newAddress(): string {
  addresses += 1;
  return `192.0.2.${addresses}`;
}

function post(path: string, payload: object, address: string) {
  return app.inject({ method: "POST", url: path, payload, headers: { "x-forwarded-for": address } });
}

async function statuses(times: number, ask: (index: number) => ReturnType<typeof post>): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < times; index += 1) all.push((await ask(index)).statusCode);
  return all;
}

const some = (status: number, times: number) => Array.from({ length: times }, () => status);

test("signing in: 10 a minute from one address, whoever it is for", async () => {
  const address = newAddress();
  const ask = (index: number) =>
    post("/api/auth/login", { email: `u${index}@example.com`, password: "wrong" }, address);
  expect(await statuses(11, ask)).toEqual([...some(401, 10), 429]);
  const refused = await ask(12);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
  expect(refused.json()).toEqual({ error: "Too many requests. Please try again later.", code: "rate_limited" });
  const elsewhere = await post("/api/auth/login", { email: "u@example.com", password: "wrong" }, newAddress());
  expect(elsewhere.statusCode).toBe(401);
});

test.each(["known@example.com", "unknown@example.com"])(
  "signing in: 20 an hour for %s, from however many addresses",
  async (email) => {
    if (email.startsWith("known")) {
      await post("/api/auth/register", { username: "known", email, password: "password" }, newAddress());
    }
    const ask = (index: number) =>
      post("/api/auth/login", { email: index % 2 ? email : email.toUpperCase(), password: "wrong" }, newAddress());
    expect(await statuses(21, ask)).toEqual([...some(401, 20), 429]);
    const right = await post("/api/auth/login", { email, password: "password" }, newAddress());
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(3_000);
  },
);

test("registering: 10 an hour from one address", async () => {
  const address = newAddress();
  const ask = (index: number) =>
    post(
      "/api/auth/register",
      { username: `u${index}`, email: `u${index}@example.com`, password: "password" },
      address,
    );
  expect((await statuses(11, ask)).at(-1)).toBe(429);
  expect((await ask(20)).statusCode).toBe(429);
});

test("resets: 5 an hour from one address", async () => {
  const address = newAddress();
  const ask = (index: number) => post("/api/auth/reset-password", { email: `r${index}@example.com` }, address);
  expect(await statuses(6, ask)).toEqual([...some(202, 5), 429]);
});

test.each(["known@example.com", "nobody@example.com"])("resets: 5 an hour for %s", async (email) => {
  const ask = () => post("/api/auth/reset-password", { email }, newAddress());
  expect(await statuses(6, ask)).toEqual([...some(202, 5), 429]);
});

test("an IPv6 network counts as one address", async () => {
  const ask = (index: number) =>
    post("/api/auth/reset-password", { email: `v${index}@example.com` }, `2001:db8:1:1::${index + 1}`);
  expect(await statuses(6, ask)).toEqual([...some(202, 5), 429]);
});
