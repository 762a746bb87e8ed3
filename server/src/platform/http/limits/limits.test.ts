import type { Server } from "node:http";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { connect } from "../../db/connect.ts";
import { sql } from "../../db/drizzle.ts";
import { handleErrors, toAppError } from "../errors.ts";
import { isTooDeep } from "../json-parser.ts";
import { refuseWhenOverloaded } from "./overload.ts";

const database = await createTestDatabase();
const app = await startTestApp(database);

const post = (payload: string) =>
  app.inject({ method: "POST", url: "/api/games/batch", headers: { "content-type": "application/json" }, payload });

test("an address longer than any of ours is refused, on pages and calls alike", async () => {
  for (const path of ["/api/games", "/games"]) {
    const response = await app.inject(`${path}?search=${"a".repeat(9_000)}`);
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: "The address is too long", code: "invalid" },
    ]);
  }
  expect((await app.inject(`/api/games?search=${"a".repeat(5_000)}`)).statusCode).toBe(200);
});

test.each([
  ["[".repeat(200_000), true],
  [`{"a":`.repeat(33), true],
  [`${"[".repeat(32)}${"]".repeat(32)}`, false],
  [JSON.stringify({ text: "[{".repeat(1_000) }), false],
  [JSON.stringify({ text: `\\"${"[".repeat(1_000)}` }), false],
  [`[${"[],".repeat(1_000)}0]`, false],
])("how deep a body is, is known before it is read (%#)", (json, tooDeep) => {
  expect(isTooDeep(json)).toBe(tooDeep);
});

test("a body that is too deep is refused", async () => {
  const response = await post(`{"gameIds":${"[".repeat(100_000)}`);
  expect([response.statusCode, response.json()]).toEqual([
    400,
    { error: "The body is nested too deeply", code: "invalid" },
  ]);
});

test("connections that send nothing are ended, and there may not be too many", () => {
  const { headersTimeout, requestTimeout, maxConnections } = app.server as Server;
  expect({ headersTimeout, requestTimeout, maxConnections }).toEqual({
    headersTimeout: 15_000,
    requestTimeout: 20_000,
    maxConnections: 8_000,
  });
});

test("a statement or a lock that takes too long fails with retry-after", async () => {
  const timeouts = { statement_timeout: 300, lock_timeout: 100, idle_in_transaction_session_timeout: 60_000 };
  const limited = connect({ connectionString: database.url }, () => {}, { timeouts });
  afterAll(limited.close);
  const busy = { code: "unavailable", message: "The database is busy", retryAfter: 2 };
  const slow = await limited.db.execute(sql`select pg_sleep(60)`).catch(toAppError);
  expect(slow).toMatchObject(busy);
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table users in access exclusive mode`);
    const locked = await limited.db.execute(sql`select from users`).catch((error) => error);
    expect([locked.cause.code, toAppError(locked)]).toMatchObject(["55P03", busy]);
  });
});

test("a call that takes too long is given up", async () => {
  const slow = Fastify({ handlerTimeout: 20 });
  handleErrors(slow);
  slow.get("/", () => new Promise(() => {}));
  const response = await slow.inject("/");
  expect([response.statusCode, response.json()]).toEqual([503, { error: "That took too long", code: "unavailable" }]);
  await slow.close();
});

test("an overloaded process refuses requests, but serves its health and its metrics", async () => {
  const full = Fastify();
  handleErrors(full);
  await refuseWhenOverloaded(full, { sampleInterval: 20, maxRssBytes: 1 });
  for (const url of ["/", "/api/health", "/metrics"]) full.get(url, () => "fine");
  await expect.poll(async () => (await full.inject("/")).statusCode).toBe(503);
  const { headers, json } = await full.inject("/");
  expect(headers["retry-after"]).toBe("5");
  expect(json()).toEqual({ error: "The site is too busy right now. Try again.", code: "unavailable" });
  for (const url of ["/api/health", "/metrics"]) expect((await full.inject(url)).statusCode).toBe(200);
  await full.close();
});

test("calls are counted before authentication, and an account's calls from all addresses together", async () => {
  const own = await createTestDatabase();
  // 600 calls a minute from an address are 6, and 1,200 of an account 12
  const strict = await startTestApp(own, { alone: true, env: { RATE_LIMIT_SCALE: "0.01", TRUST_PROXY: "1" } });
  const { headers } = await signInUser(own.db, "busy");
  const statuses = async (times: number, headersOf: (index: number) => Record<string, string>) => {
    const all: number[] = [];
    for (let index = 0; index < times; index += 1) {
      all.push((await strict.inject({ url: "/api/wishlist", headers: headersOf(index) })).statusCode);
    }
    return all;
  };
  const some = (status: number, times: number) => Array(times).fill(status);
  const guessed = { authorization: "Bearer guessed", "x-forwarded-for": "198.18.0.1" };
  expect(await statuses(7, () => guessed)).toEqual([...some(401, 6), 429]);
  const travelling = (index: number) => ({ ...headers, "x-forwarded-for": `198.18.${index}.2` });
  expect(await statuses(13, travelling)).toEqual([...some(200, 12), 429]);
});
