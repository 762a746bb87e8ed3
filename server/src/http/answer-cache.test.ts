import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { createAnswerCache, sendAnswer } from "./answer-cache.ts";

const text = "a price is a price ".repeat(200);

async function ask(headers: Record<string, string>, body = text) {
  const cache = createAnswerCache(() => 1);
  const answer = cache.set("key", 1, "text/plain", body);
  const app = Fastify();
  app.get("/", (request, reply) => sendAnswer(request, reply, answer));
  const reply = await app.inject({ url: "/", headers });
  await app.close();
  return reply;
}

test.each([
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

test("answers die with the version they were made from", () => {
  let version = 1;
  const cache = createAnswerCache(() => version);
  cache.set("a", 1, "text/plain", "one");
  expect(cache.get("a")?.bodies.identity.toString()).toBe("one");
  version = 2;
  expect(cache.get("a")).toBeUndefined();
});

test("an answer made before a change, but finished after it, is not kept", () => {
  const cache = createAnswerCache(() => 2);
  expect(cache.set("a", 1, "text/plain", "old").bodies.identity.toString()).toBe("old");
  expect(cache.get("a")).toBeUndefined();
});

test("what was not used for longest goes first", () => {
  const cache = createAnswerCache(() => 1, 5_000);
  cache.set("a", 1, "text/plain", "a".repeat(1_000));
  cache.set("b", 1, "text/plain", "b".repeat(1_000));
  cache.get("a");
  cache.set("c", 1, "text/plain", "c".repeat(1_000));
  expect(["a", "b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
});

test("an answer that is made twice takes the room of one", () => {
  const cache = createAnswerCache(() => 1, 5_000);
  cache.set("a", 1, "text/plain", "a".repeat(1_000));
  for (let time = 0; time < 3; time++) cache.set("b", 1, "text/plain", "b".repeat(1_000));
  expect(cache.get("a")).toBeDefined();
});

test("room is made for many answers at once", () => {
  const cache = createAnswerCache(() => 1, 100_000);
  const keys = Array.from({ length: 52 }, (_, index) => String(index));
  for (const key of keys) cache.set(key, 1, "text/plain", "x".repeat(1_000));
  const kept = keys.filter((key) => cache.get(key));
  expect(kept).toEqual(keys.slice(-kept.length));
  expect(kept.length).toBeGreaterThan(40);
  expect(kept.length).toBeLessThan(50);
});
