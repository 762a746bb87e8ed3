import { expect, test } from "vitest";
import { addKey } from "../../test/api-keys.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";

const database = await createTestDatabase();
const app = await startTestApp(database, { alone: true });

async function send(body: unknown, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: "POST",
    url: "/mcp",
    payload: body as object,
    headers: { accept: "application/json, text/event-stream", ...headers },
  });
  return { status: response.statusCode, headers: response.headers, body: response.body };
}

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

test("pages of other sites, unknown keys, other methods and malformed messages are refused", async () => {
  expect((await send(ping)).status).toBe(200);
  expect((await send(ping)).headers["cache-control"]).toBe("no-store");
  expect((await send(ping, { origin: "https://evil.example" })).status).toBe(403);
  expect((await send(ping, { authorization: "Bearer lw_unknown" })).status).toBe(401);
  expect((await send(ping, { accept: "text/html" })).status).toBe(406);
  expect((await send({ hello: true })).status).toBe(400);
  expect(await send([ping, ping])).toMatchObject({
    status: 400,
    body: expect.stringContaining("One message at a time"),
  });
  expect((await send("x".repeat(300_000), { "content-type": "application/json" })).status).toBe(413);
  for (const method of ["GET", "DELETE", "PUT"] as const) {
    expect((await app.inject({ method, url: "/mcp" })).statusCode).toBe(405);
  }
});

test("wrong keys are limited by address before they are looked up", async () => {
  const limited = await startTestApp(database, { env: { RATE_LIMIT_SCALE: "0.01" }, alone: true });
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) {
    const headers = { accept: "application/json, text/event-stream", authorization: "Bearer unknown" };
    const response = await limited.inject({ method: "POST", url: "/mcp", payload: ping, headers });
    statuses.push(response.statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
});

test("messages of an address are limited, and so are those of a key from any address", async () => {
  // 60 a minute
  const max = 6;
  const limited = await startTestApp(database, { env: { RATE_LIMIT_SCALE: "0.1" }, alone: true });
  const statusOf = async (remoteAddress: string, key?: string) =>
    (
      await limited.inject({
        method: "POST",
        url: "/mcp",
        payload: ping,
        remoteAddress,
        headers: {
          accept: "application/json, text/event-stream",
          ...(key && { authorization: `Bearer ${key}` }),
        },
      })
    ).statusCode;
  const key = await addKey(database.db, (await signInUser(database.db, "ann")).id, ["read:catalogue"]);
  for (let n = 0; n < max; n++) expect(await statusOf("192.0.2.1")).toBe(200);
  expect(await statusOf("192.0.2.1")).toBe(429);
  expect(await statusOf("192.0.2.2")).toBe(200);
  for (let n = 0; n < max; n++) expect(await statusOf(`192.0.2.${100 + n}`, key)).toBe(200);
  expect(await statusOf("192.0.2.9", key)).toBe(429);
});
