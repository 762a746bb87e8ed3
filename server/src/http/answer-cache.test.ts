import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { createTestContent } from "../test/content.ts";
import { createAnswerCache } from "./answer-cache.ts";
import { stampOf } from "./content.ts";

const text = "a price is a price ".repeat(200);

const unchanging = createTestContent();
const plain = (body: string) => ({ stamp: new Map(), contentType: "text/plain", body });

async function ask(headers: Record<string, string>, body = text) {
  const cache = createAnswerCache(unchanging);
  const answer = cache.set("key", plain(body));
  const app = Fastify();
  app.get("/", (request, reply) => cache.send(request, reply, answer));
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
  const reply = await ask({ "accept-encoding": accepted });
  expect(reply.headers["content-encoding"]).toBe(encoding);
  expect(unpack(reply.rawPayload).toString()).toBe(text);
  expect(reply.headers.vary).toContain("Accept-Encoding");
});

test.each(["", "identity", "br;q=0"])("a client that accepts '%s' gets the plain text", async (accepted) => {
  const reply = await ask({ "accept-encoding": accepted });
  expect([reply.headers["content-encoding"], reply.body]).toEqual([undefined, text]);
});

test("a short answer is not worth compressing", async () => {
  expect((await ask({ "accept-encoding": "br" }, "short")).headers["content-encoding"]).toBeUndefined();
});

test("each encoding has a tag of its own, since their bytes differ", async () => {
  const plain = await ask({});
  const packed = await ask({ "accept-encoding": "br" });
  expect(plain.headers.etag).not.toBe(packed.headers.etag);
  const known = await ask({ "if-none-match": `"other", W/${plain.headers.etag}` });
  expect(known.statusCode).toBe(304);
});

test("an answer is kept in each encoding that somebody wanted, plain only until then, and counted as what it takes", async () => {
  const cache = createAnswerCache(unchanging, 20_000);
  const app = Fastify();
  app.get("/:key", (request, reply) => {
    const { key } = request.params as { key: string };
    return cache.send(request, reply, cache.get(key) ?? cache.set(key, plain(text)));
  });
  const unpack = { identity: String, gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
  for (const [accepted, kept] of [
    ["identity", ["identity"]],
    ["gzip", ["gzip"]],
    ["br", ["br", "gzip"]],
    ["gzip", ["br", "gzip"]],
    ["identity", ["br", "gzip"]],
    ["zstd", ["zstd", "br", "gzip"]],
  ] as const) {
    const reply = await app.inject({ url: "/first", headers: { "accept-encoding": accepted } });
    expect(unpack[accepted](reply.rawPayload).toString()).toBe(text);
    expect(cache.get("first")?.bodies.map(({ encoding }) => encoding)).toEqual(kept);
  }
  // as plain text there is room for four
  for (let index = 0; index < 20; index++) {
    await app.inject({ url: `/${index}`, headers: { "accept-encoding": "br" } });
  }
  expect(cache.get("first")).toBeDefined();
  await app.close();
});

test("a long answer is packed beside the event loop, and kept once for all who wait", async () => {
  const cache = createAnswerCache(unchanging);
  const long = text.repeat(20);
  const answer = cache.set("long", plain(long));
  const app = Fastify();
  app.get("/", (request, reply) => cache.send(request, reply, answer));
  const ask = (accepted: string) => app.inject({ url: "/", headers: { "accept-encoding": accepted } });
  const [first, second, packed] = await Promise.all([ask("br"), ask("br"), ask("gzip")]);
  expect(brotliDecompressSync(first.rawPayload).toString()).toBe(long);
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(long);
  expect((await ask("identity")).body).toBe(long);
  expect(answer.bodies.map(({ encoding }) => encoding).toSorted()).toEqual(["br", "gzip"]);
  await app.close();
});

test("an answer dies when anything changes that it shows, and by nothing else", () => {
  const content = createTestContent();
  const cache = createAnswerCache(content);
  cache.set("page", { ...plain("page"), stamp: stampOf(content, ["game-1", "strings"]) });
  cache.set("list", { ...plain("list"), stamp: stampOf(content, ["games"]) });
  const kept = () => ["page", "list"].filter((key) => cache.get(key));
  content.change("game-2");
  expect(kept()).toEqual(["page", "list"]);
  content.change("games");
  expect(kept()).toEqual(["page"]);
  content.change("strings");
  expect(kept()).toEqual([]);
});

test("an answer made before a change, but finished after it, is not kept", () => {
  const content = createTestContent();
  const cache = createAnswerCache(content);
  const stamp = stampOf(content, ["games"]);
  content.change("games");
  expect(cache.set("a", { ...plain("old"), stamp }).bodies[0].bytes.toString()).toBe("old");
  expect(cache.get("a")).toBeUndefined();
});

test("what was not used for longest goes first", () => {
  const cache = createAnswerCache(unchanging, 3_750);
  cache.set("a", plain("a".repeat(1_000)));
  cache.set("b", plain("b".repeat(1_000)));
  cache.get("a");
  cache.set("c", plain("c".repeat(1_000)));
  expect(["a", "b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
});

test("an answer that is made twice takes the room of one", () => {
  const cache = createAnswerCache(unchanging, 3_750);
  cache.set("a", plain("a".repeat(1_000)));
  for (let time = 0; time < 3; time++) cache.set("b", plain("b".repeat(1_000)));
  expect(cache.get("a")).toBeDefined();
});

test("room is made for many answers at once", () => {
  const cache = createAnswerCache(unchanging, 75_000);
  const keys = Array.from({ length: 52 }, (_, index) => String(index));
  // twice, as what is asked for once is not kept where room is short
  for (const key of keys.flatMap((key) => [key, key])) cache.set(key, plain("x".repeat(1_000)));
  const kept = keys.filter((key) => cache.get(key));
  expect(kept).toEqual(keys.slice(-kept.length));
  expect(kept.length).toBeGreaterThan(40);
  expect(kept.length).toBeLessThan(50);
});

test("what is asked for once pushes out nothing that others ask for, and what is asked for again is kept", () => {
  const cache = createAnswerCache(unchanging, 100_000);
  const ask = (key: string) => cache.get(key) ?? cache.set(key, plain(text));
  const isKept = (key: string) => cache.get(key) !== undefined;
  for (let index = 0; index < 30; index++) ask(`early ${index}`);
  for (let index = 0; index < 1_000; index++) ask(`once ${index}`);
  expect(isKept("early 0")).toBe(true);
  expect(isKept("once 999")).toBe(false);
  ask("once 999");
  expect(isKept("once 999")).toBe(true);
});

test("where room is short, a new answer takes the place of the one that was kept before the change", () => {
  const content = createTestContent();
  const cache = createAnswerCache(content, 10_000);
  const make = (key: string) => cache.set(key, { ...plain("x".repeat(1_000)), stamp: stampOf(content, ["games"]) });
  for (const key of ["a", "b", "c", "d", "e", "f"]) make(key);
  content.change("games");
  make("a");
  expect(cache.get("a")).toBeDefined();
});
