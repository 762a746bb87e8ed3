import { endpoints } from "contract/api.ts";
import type { Method } from "contract/core/endpoint.ts";
import { expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { signInAdmin } from "../../../test/users.ts";
import { sessions } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);

// with every permission, so that only the token can cause a refusal
const { headers } = await signInAdmin(db, "root", "everything");
const signIn = (await db.select().from(sessions))[0]!;

const owned = endpoints.filter(({ access }) => access !== "public").map(({ route }) => route);

async function call(route: string) {
  const [method, path = ""] = route.split(" ") as [Method, string];
  const payload = method === "GET" ? undefined : {};
  return app.inject({ method, url: path.replace(/\{\w+\}/g, "1"), headers, payload });
}

// a token counts only as a bearer token, neither in another scheme nor in the query
test.each(["Basic", "Token", "Bearer token="])("a token with the scheme %j is not accepted", async (scheme) => {
  const token = headers.authorization.slice("Bearer ".length);
  const inHeader = { authorization: `${scheme} ${token}` };
  expect((await call("GET /api/auth/me")).statusCode).toBe(200);
  expect((await app.inject({ url: "/api/auth/me", headers: inHeader })).statusCode).toBe(401);
  expect((await app.inject({ url: `/api/auth/me?token=${token}&access_token=${token}` })).statusCode).toBe(401);
});

/** In every run each call is made with one of the three tokens, in long runs with all. */
const states: [string, () => Promise<unknown>][] = [
  ["has expired", () => db.update(sessions).set({ expiresAt: new Date(Date.now() - 1_000) })],
  ["was signed out", () => db.delete(sessions)],
  ["belonged to an account that is gone", () => db.execute(sql`delete from users where username = 'root'`)],
];
test.each(states)("a token that %s is refused by every call (spec/accounts 1.4)", async (state, end) => {
  await db.delete(sessions);
  const { id: _id, ...row } = signIn;
  await db.insert(sessions).values(row);
  expect((await call("GET /api/auth/me")).statusCode).toBe(200);
  await end();
  const place = states.findIndex(([name]) => name === state);
  for (const route of owned.filter((_, n) => repeats(n % states.length === place, true))) {
    const response = await call(route);
    expect([route, response.statusCode, response.json().code]).toEqual([route, 401, "unauthenticated"]);
    expect(response.headers["cache-control"]).toBe("no-store");
  }
});
