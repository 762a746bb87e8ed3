import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startTestApp } from "../test/app.ts";
import { createTestDatabase } from "../test/database.ts";

const app = await startTestApp(await createTestDatabase(), { env: { RATE_LIMIT_SCALE: "0.1" } });
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;

/** The answer to bytes that no client library would send. */
async function send(request: string): Promise<{ status: number; type: string | undefined; body: unknown }> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  socket.end(request);
  await once(socket, "close");
  const [head, body = ""] = answer.split("\r\n\r\n", 2) as [string, string?];
  return { status: Number(head.split(" ")[1]), type: /content-type: (.*)/i.exec(head)?.[1], body: JSON.parse(body) };
}

const notFound = { error: "Not found", code: "not_found" };

test.each([
  ["GET", "/api"],
  ["GET", "/api/"],
  ["GET", "/api/nothing"],
  ["GET", "/api/docs/"],
  ["POST", "/api/games"],
  ["DELETE", "/games"],
  ["PROPFIND", "/api/games"],
  ["GET", "/assets/nothing.js"],
  ["GET", "/api/docs/..%5C..%5Cwin.ini"],
  ["GET", "/api/docs/package.json"],
] as const)("%s %s, which is not there, is a 404 in our own words", async (method, url) => {
  const answer = await app.inject({ method: method as "GET", url });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual(notFound);
});

test("an address that cannot be decoded is refused under /api, and leads home elsewhere", async () => {
  const call = await app.inject("/api/games/%zz");
  expect(call.statusCode).toBe(400);
  expect(call.json()).toEqual({ error: "The request could not be read", code: "invalid" });
  const page = await app.inject("/games/%zz");
  expect(page.statusCode).toBe(307);
  expect(page.headers.location).toBe("/");
});

test.each([
  ["a method that nobody knows", "FOO / HTTP/1.1\r\nhost: a\r\n\r\n", 400, "invalid"],
  ["no HTTP", "hello\r\n\r\n", 400, "invalid"],
  ["headers without end", `GET / HTTP/1.1\r\nhost: a\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, 431, "too_large"],
])("%s is answered in the API's own form", async (_, request, status, code) => {
  const answer = await send(request);
  expect(answer).toMatchObject({ status, type: "application/json; charset=utf-8", body: { code } });
});

test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
  "a body of type %s is refused",
  async (type) => {
    const answer = await app.inject({
      method: "POST",
      url: "/api/games/batch",
      headers: { "content-type": type },
      payload: '{"gameIds":[1]}',
    });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ code: "unsupported_type" });
  },
);

test("a packed body is not unpacked, whoever sends it", async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/games/batch`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-encoding": "gzip", authorization: "Bearer some-token" },
    body: gzipSync('{"gameIds":[1]}'),
    signal: AbortSignal.timeout(10_000),
  });
  expect(answer.status).toBe(400);
});

test("an empty body that says it is JSON counts as none", async () => {
  const headers = { "content-type": "application/json" };
  const answer = await app.inject({ method: "POST", url: "/api/games/batch", headers, payload: "" });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ details: [{ path: "gameIds" }] });
});

test("a path spelled in another way has the same limit", async () => {
  const login = () =>
    app.inject({ method: "POST", url: "/%61pi/auth/login", payload: { email: "a@b.cc", password: "x" } });
  // the limit is scaled down to one
  await login();
  const refused = await login();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
});
