import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { createTestContent } from "../../../test/content.ts";
import { revisionOf } from "../content.ts";
import { createResponseCache } from "./response-cache.ts";

const text = "a price is a price ".repeat(200);

const unchanging = createTestContent();
const plain = (body: string) => ({ revision: new Map(), contentType: "text/plain", body });

async function load(headers: Record<string, string>, body = text) {
  const cache = createResponseCache(unchanging);
  const response = cache.set("key", plain(body));
  const app = Fastify();
  app.get("/", (request, reply) => cache.send(request, reply, response));
  const reply = await app.inject({ url: "/", headers });
  await app.close();
  return reply;
}

test.each([
  ["gzip, deflate, br, zstd", "zstd", zstdDecompressSync],
  ["gzip, br, zstd;q=0", "br", brotliDecompressSync],
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["br;q=0, gzip", "gzip", gunzipSync],
  ["gzip, deflate, br;q=0.5", "br", brotliDecompressSync],
])("a client that accepts %s gets %s", async (accepted, encoding, unpack) => {
  const reply = await load({ "accept-encoding": accepted });
  expect(reply.headers["content-encoding"]).toBe(encoding);
  expect(unpack(reply.rawPayload).toString()).toBe(text);
  expect(reply.headers.vary).toContain("Accept-Encoding");
});

test.each(["", "identity", "br;q=0"])("a client that accepts '%s' gets the plain text", async (accepted) => {
  const reply = await load({ "accept-encoding": accepted });
  expect([reply.headers["content-encoding"], reply.body]).toEqual([undefined, text]);
});

test("does not compress short responses", async () => {
  expect((await load({ "accept-encoding": "br" }, "short")).headers["content-encoding"]).toBeUndefined();
});

test("each encoding has its own entity tag", async () => {
  const plain = await load({});
  const packed = await load({ "accept-encoding": "br" });
  expect(plain.headers.etag).not.toBe(packed.headers.etag);
  const known = await load({ "if-none-match": `"other", W/${plain.headers.etag}` });
  expect(known.statusCode).toBe(304);
});

test("caches each requested encoding, the plain text only until then, and counts their sizes", async () => {
  const cache = createResponseCache(unchanging, 20_000);
  const app = Fastify();
  app.get("/:key", (request, reply) => {
    const { key } = request.params as { key: string };
    return cache.send(request, reply, cache.get(key) ?? cache.set(key, plain(text)));
  });
  const unpack = { identity: String, gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
  for (const [accepted, cached] of [
    ["identity", ["identity"]],
    ["gzip", ["gzip"]],
    ["br", ["br", "gzip"]],
    ["gzip", ["br", "gzip"]],
    ["identity", ["br", "gzip"]],
    ["zstd", ["zstd", "br", "gzip"]],
  ] as const) {
    const reply = await app.inject({ url: "/first", headers: { "accept-encoding": accepted } });
    expect(unpack[accepted](reply.rawPayload).toString()).toBe(text);
    expect(cache.get("first")?.bodies.map(({ encoding }) => encoding)).toEqual(cached);
  }
  // as plain text there is room for four
  for (let index = 0; index < 20; index++) {
    await app.inject({ url: `/${index}`, headers: { "accept-encoding": "br" } });
  }
  expect(cache.get("first")).toBeDefined();
  await app.close();
});

test("compresses a long response once, off the event loop, for all who wait", async () => {
  const cache = createResponseCache(unchanging);
  const long = text.repeat(20);
  const response = cache.set("long", plain(long));
  const app = Fastify();
  app.get("/", (request, reply) => cache.send(request, reply, response));
  const load = (accepted: string) => app.inject({ url: "/", headers: { "accept-encoding": accepted } });
  const [first, second, packed] = await Promise.all([load("br"), load("br"), load("gzip")]);
  expect(brotliDecompressSync(first.rawPayload).toString()).toBe(long);
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(long);
  expect((await load("identity")).body).toBe(long);
  expect(response.bodies.map(({ encoding }) => encoding).toSorted()).toEqual(["br", "gzip"]);
  await app.close();
});

test("a response is cached until something changes that it shows", () => {
  const content = createTestContent();
  const cache = createResponseCache(content);
  cache.set("page", { ...plain("page"), revision: revisionOf(content, ["game-1", "strings"]) });
  cache.set("list", { ...plain("list"), revision: revisionOf(content, ["games"]) });
  const cached = () => ["page", "list"].filter((key) => cache.get(key));
  content.change("game-2");
  expect(cached()).toEqual(["page", "list"]);
  content.change("games");
  expect(cached()).toEqual(["page"]);
  content.change("strings");
  expect(cached()).toEqual([]);
});

test("does not cache a response that was outdated while it was created", () => {
  const content = createTestContent();
  const cache = createResponseCache(content);
  const revision = revisionOf(content, ["games"]);
  content.change("games");
  expect(cache.set("a", { ...plain("old"), revision }).bodies[0].bytes.toString()).toBe("old");
  expect(cache.get("a")).toBeUndefined();
});

test("evicts the least recently used response first", () => {
  const cache = createResponseCache(unchanging, 3_750);
  cache.set("a", plain("a".repeat(1_000)));
  cache.set("b", plain("b".repeat(1_000)));
  cache.get("a");
  cache.set("c", plain("c".repeat(1_000)));
  expect(["a", "b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
});

test("a response that is created twice takes its size once", () => {
  const cache = createResponseCache(unchanging, 3_750);
  cache.set("a", plain("a".repeat(1_000)));
  for (let time = 0; time < 3; time++) cache.set("b", plain("b".repeat(1_000)));
  expect(cache.get("a")).toBeDefined();
});

test("responses requested once evict none, and are cached at the second request", () => {
  const cache = createResponseCache(unchanging, 100_000);
  const load = (key: string) => cache.get(key) ?? cache.set(key, plain(text));
  const isCached = (key: string) => cache.get(key) !== undefined;
  for (let index = 0; index < 30; index++) load(`early ${index}`);
  for (let index = 0; index < 1_000; index++) load(`once ${index}`);
  expect(isCached("early 0")).toBe(true);
  expect(isCached("once 999")).toBe(false);
  load("once 999");
  expect(isCached("once 999")).toBe(true);
});

test("when space is short, a new response replaces the outdated one", () => {
  const content = createTestContent();
  const cache = createResponseCache(content, 10_000);
  const make = (key: string) =>
    cache.set(key, { ...plain("x".repeat(1_000)), revision: revisionOf(content, ["games"]) });
  for (const key of ["a", "b", "c", "d", "e", "f"]) make(key);
  content.change("games");
  make("a");
  expect(cache.get("a")).toBeDefined();
});
