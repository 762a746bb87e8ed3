import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { callTimeoutMs, serverLimits } from "./limits/limits.ts";

const app = await startTestApp(await createTestDatabase(), {
  env: { PUBLIC_URL: "http://shop.example", RATE_LIMIT_SCALE: "0.1" },
});
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;

/** The answer to bytes that no client library would send. */
async function send(request: string): Promise<{ status: number; type: string | undefined; body: unknown }> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let result = "";
  socket.on("data", (data) => {
    result += data;
  });
  socket.end(request);
  await once(socket, "close");
  const [head, body = ""] = result.split("\r\n\r\n", 2) as [string, string?];
  return { status: Number(head.split(" ")[1]), type: /content-type: (.*)/i.exec(head)?.[1], body: JSON.parse(body) };
}

const notFound = { error: "Not found", code: "not_found" };

test.each([
  ["GET", "/api"],
  ["GET", "/api/"],
  ["GET", "/api/nothing"],
  ["GET", "/api/docs/"],
  ["POST", "/api/nothing"],
  ["GET", "/assets/nothing.js"],
  ["GET", "/api/docs/..%5C..%5Cwin.ini"],
  ["GET", "/api/docs/package.json"],
] as const)("%s %s, which is not there, is a 404 in our own words", async (method, url) => {
  const result = await app.inject({ method: method as "GET", url });
  expect(result.statusCode).toBe(404);
  expect(result.json()).toEqual(notFound);
});

const onlyRead = "GET, HEAD";

test.each([
  ["POST", "/api/games", onlyRead],
  ["OPTIONS", "/api/games", onlyRead],
  ["PROPFIND", "/api/games", onlyRead],
  ["TRACE", "/api/games", onlyRead],
  ["GET", "/api/games/batch", "POST"],
  ["PUT", "/api/games/1", onlyRead],
  ["GET", "/api/auth/login", "POST"],
  ["HEAD", "/api/auth/google", "GET"],
  ["POST", "/api/wishlist/1", "DELETE, PUT"],
  ["POST", "/api/openapi.json", onlyRead],
  ["POST", "/api/docs/swagger-ui.css", onlyRead],
  ["DELETE", "/games", onlyRead],
  ["OPTIONS", "/", onlyRead],
  ["PUT", "/alerts/stop", "GET, HEAD, POST"],
  ["DELETE", "/images/games/1/card", onlyRead],
  ["POST", "/assets/nothing.js", onlyRead],
  ["POST", "/favicon.svg", onlyRead],
] as const)("%s %s is a 405 that allows %s", async (method, url, allow) => {
  for (const headers of [{}, { "content-type": "text/plain" }]) {
    const response = await app.inject({ method: method as "GET", url, headers });
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow]);
    if (method !== "HEAD")
      expect(response.json()).toEqual({ error: `Allowed here: ${allow}`, code: "method_not_allowed" });
  }
});

test("the pages, calls and files that can be read have HEAD", async () => {
  for (const url of ["/api/games", "/robots.txt", "/favicon.svg"]) {
    const response = await app.inject({ method: "HEAD", url });
    expect([response.statusCode, response.body]).toEqual([200, ""]);
  }
});

test.each([
  "file:///etc/passwd",
  "http://elsewhere.example/games",
  "http://elsewhere.example/api/games",
  "http://elsewhere.example/%zz",
  "http://shop.example@elsewhere.example/api/games",
  "http://user@shop.example/api/games",
  "http://shop.example:81/api/games",
  "ftp://shop.example/api/games",
  "*",
])("the request target %s is refused", async (target) => {
  const response = await send(`GET ${target} HTTP/1.1\r\nhost: elsewhere.example\r\nconnection: close\r\n\r\n`);
  expect(response).toMatchObject({ status: 400, body: { code: "invalid" } });
});

test("a request target that names this site in full is its path", async () => {
  const request = (target: string) => send(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
  const response = await request("http://shop.example/api/games?page=7");
  expect(response).toMatchObject({ status: 200, body: { currentPage: 7 } });
  expect((await request("HTTPS://Shop.Example/api/nothing")).body).toEqual(notFound);
});

test.each([
  ["never arrives", () => {}],
  [
    "trickles in",
    (socket: Socket) => {
      const trickling = setInterval(() => socket.write(" "), 50);
      onTestFinished(() => clearInterval(trickling));
    },
  ],
])("a body that %s is a 408, and ends the connection", async (_, goOn) => {
  const server = app.server as Server;
  const { headersTimeout, requestTimeout } = server;
  Object.assign(server, { headersTimeout: 100, requestTimeout: 100 });
  onTestFinished(() => void Object.assign(server, { headersTimeout, requestTimeout }));
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).setEncoding("utf8");
  let received = "";
  socket.on("data", (data) => {
    received += data;
  });
  // what is written after the end
  socket.on("error", () => {});
  socket.write(
    "POST /api/games/batch HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n{",
  );
  goOn(socket);
  await expect.poll(() => received).toMatch(/^HTTP\/1.1 408 .*connection: close.*"code":"timeout"}$/s);
  const endsWhileSending = () => {
    socket.write(" ");
    return socket.destroyed;
  };
  await expect.poll(endsWhileSending).toBe(true);
});

test("a body has less time to arrive than its call has to respond", () => {
  const { requestTimeout } = app.server as Server;
  const { connectionsCheckingInterval } = serverLimits.http;
  expect(requestTimeout + connectionsCheckingInterval).toBeLessThan(callTimeoutMs);
});

test("an address that cannot be decoded is refused", async () => {
  const call = await app.inject("/api/games/%zz");
  expect(call.statusCode).toBe(400);
  const msg = "has a malformed percent-escape";
  expect(call.json()).toEqual({ error: `path: ${msg}`, code: "invalid", details: [{ path: "path", msg }] });
  expect((await app.inject("/games/%zz")).statusCode).toBe(400);
});

test.each([
  ["a method that nobody knows", "FOO / HTTP/1.1\r\nhost: a\r\n\r\n", 400, "invalid"],
  ["no HTTP", "hello\r\n\r\n", 400, "invalid"],
  ["headers without end", `GET / HTTP/1.1\r\nhost: a\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, 431, "too_large"],
])("%s gets an error in the API's own form", async (_, request, status, code) => {
  const result = await send(request);
  expect(result).toMatchObject({ status, type: "application/json; charset=utf-8", body: { code } });
});

test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
  "a body of type %s is refused",
  async (type) => {
    const result = await app.inject({
      method: "POST",
      url: "/api/games/batch",
      headers: { "content-type": type },
      payload: '{"gameIds":[1]}',
    });
    expect(result.statusCode).toBe(415);
    expect(result.json()).toMatchObject({ code: "unsupported_type" });
  },
);

test("a compressed body is never decompressed", async () => {
  const result = await fetch(`http://127.0.0.1:${port}/api/games/batch`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-encoding": "gzip", authorization: "Bearer some-token" },
    body: gzipSync('{"gameIds":[1]}'),
    signal: AbortSignal.timeout(10_000),
  });
  expect(result.status).toBe(400);
});

test("an empty body that says it is JSON counts as none", async () => {
  const headers = { "content-type": "application/json" };
  const result = await app.inject({ method: "POST", url: "/api/games/batch", headers, payload: "" });
  expect(result.statusCode).toBe(400);
  expect(result.json()).toMatchObject({ details: [{ path: "gameIds" }] });
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
