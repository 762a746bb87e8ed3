import Fastify from "fastify";
import { expect, test } from "vitest";
import { allowSharing, guardSharedCaches } from "./shared-caches.ts";

const app = Fastify();
guardSharedCaches(app);
const share = (reply: Parameters<typeof allowSharing>[0]) => allowSharing(reply, { seconds: 60, age: 7 });
app.get("/shared", (_, reply) => share(reply.header("x-ratelimit-remaining", "7")).send("a"));
app.get("/cookie", (_, reply) => share(reply).header("set-cookie", "a=b").send("a"));
app.get("/failed", (_, reply) => share(reply).code(503).send("a"));
app.get("/file", (_, reply) => reply.header("cache-control", "public, max-age=60, immutable").send("a"));
app.get("/unsaid", (_, reply) => reply.send("a"));

const authorization = "Basic c2VjcmV0";
const shared = "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=60";

test.each([
  ["/shared", {}, shared],
  ["/shared", { authorization }, "private, no-cache"],
  ["/cookie", {}, "no-store"],
  ["/failed", {}, "no-store"],
  ["/nowhere", {}, "no-store"],
  ["/file", {}, "public, max-age=60, immutable"],
  ["/file", { authorization }, "private, max-age=60, immutable"],
  ["/unsaid", {}, "no-store"],
])("%s with %j is %s", async (url, headers, expected) => {
  const response = await app.inject({ url, headers });
  expect(response.headers["cache-control"]).toBe(expected);
  expect(response.headers["x-accel-expires"]).toBe(expected === shared ? "53" : undefined);
  expect("x-ratelimit-remaining" in response.headers).toBe(url === "/shared" && expected.startsWith("private"));
});
