import { setImmediate as turn } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { AppError } from "contract/core/errors.ts";
import Fastify, { type FastifyRequest } from "fastify";
import { expect, test, vi } from "vitest";
import { createResponseCache, type ResponseCache, type ResponseCacheOptions } from "./response-cache.ts";

const text = "a price is a price ".repeat(200);

const plain = (body: string) => ({ contentType: "text/plain", body });

/** A cache, its clock in seconds, and a function that requests a response and returns its text. */
function open(options: Partial<ResponseCacheOptions> = {}) {
  const clock = { seconds: 0 };
  const cache = createResponseCache({ seconds: 60, now: () => clock.seconds * 1_000, ...options });
  const get = async (key: string, create: Parameters<ResponseCache["respond"]>[1]) =>
    (await cache.respond(key, create)).bodies[0].bytes.toString();
  return { cache, clock, get };
}

async function load(headers: Record<string, string>, body = text) {
  const { cache } = open();
  const response = await cache.respond("key", () => plain(body));
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
  const { cache } = open({ maxBytes: 20_000 });
  const create = vi.fn(() => plain(text));
  const app = Fastify();
  const respond = ({ url }: Pick<FastifyRequest, "url">) => cache.respond(url, create);
  app.get("/:key", async (request, reply) => cache.send(request, reply, await respond(request)));
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
    expect((await respond({ url: "/first" })).bodies.map(({ encoding }) => encoding)).toEqual(cached);
  }
  // as plain text there is room for four
  for (let index = 0; index < 20; index++) {
    await app.inject({ url: `/${index}`, headers: { "accept-encoding": "br" } });
  }
  create.mockClear();
  await respond({ url: "/first" });
  expect(create).not.toHaveBeenCalled();
  await app.close();
});

test("compresses a long response once, off the event loop, for all who wait", async () => {
  const { cache } = open();
  const long = text.repeat(20);
  const response = await cache.respond("long", () => plain(long));
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

test("a response is fresh for its time, then stale while one renews it, and ends with the second minute", async () => {
  const { clock, get } = open();
  const renewal = Promise.withResolvers<{ contentType: string; body: string }>();
  const create = vi.fn(() => (create.mock.calls.length === 1 ? plain("first") : renewal.promise));
  for (const seconds of [0, 1, 59.9]) {
    clock.seconds = seconds;
    expect(await get("a", create)).toBe("first");
  }
  expect(create).toHaveBeenCalledTimes(1);
  for (const seconds of [60, 90, 119.9]) {
    clock.seconds = seconds;
    expect(await get("a", create)).toBe("first");
    expect(create).toHaveBeenCalledTimes(2);
  }
  clock.seconds = 120;
  const waiting = Promise.all([get("a", create), get("a", create)]);
  renewal.resolve(plain("second"));
  expect(await waiting).toEqual(["second", "second"]);
  expect(create).toHaveBeenCalledTimes(2);
});

test("whoever creates a response knows whether a caller waits for it", async () => {
  const { clock, get } = open();
  const create = vi.fn((_isAwaited: boolean) => plain("text"));
  for (const seconds of [0, 60, 200]) {
    clock.seconds = seconds;
    await get("a", create);
    // the renewal ends
    await turn();
  }
  expect(create.mock.calls).toEqual([[true], [false], [true]]);
});

test("a renewed response is as old as its data", async () => {
  const { clock, get } = open();
  let number = 0;
  const create = async () => {
    const body = String(++number);
    clock.seconds += 10;
    return plain(body);
  };
  expect(await get("a", create)).toBe("1");
  clock.seconds = 59;
  expect(await get("a", create)).toBe("1");
  clock.seconds = 60;
  expect(await get("a", create)).toBe("1");
  await expect.poll(() => clock.seconds).toBe(70);
  clock.seconds = 119;
  expect(await get("a", create)).toBe("2");
  expect(number).toBe(2);
});

test("a failed renewal serves the stale response until the second minute ends, and then the error", async () => {
  const onRenewalError = vi.fn();
  const { clock, get } = open({ onRenewalError });
  await get("a", () => plain("first"));
  const broken = () => Promise.reject(new Error("broken"));
  const failed = async () => ({ ...plain("error page"), status: 503 });
  const refused = () => Promise.reject(new AppError("rate_limited", "Too many"));
  for (const [index, create] of [broken, failed, refused].entries()) {
    clock.seconds = 60 + 15 * index;
    const attempt = vi.fn(create);
    expect(await get("a", attempt)).toBe("first");
    await expect.poll(() => attempt.mock.settledResults.length).toBe(1);
  }
  expect(onRenewalError.mock.calls).toEqual([[new Error("broken")]]);
  clock.seconds = 120;
  await expect(get("a", broken)).rejects.toThrow("broken");
  expect(await get("a", failed)).toBe("error page");
  expect(await get("a", () => plain("second"))).toBe("second");
});

test("what is not a 200 is sent, but not cached", async () => {
  const { cache } = open();
  for (const status of [301, 404, 500]) {
    const create = vi.fn(() => ({ ...plain(""), status }));
    for (let time = 0; time < 2; time++) expect((await cache.respond(`${status}`, create)).status).toBe(status);
    expect(create).toHaveBeenCalledTimes(2);
  }
});

test("clearing ends every response, and nobody joins or caches one that was being created", async () => {
  const { cache, get } = open();
  await get("cached", () => plain("old"));
  const slow = Promise.withResolvers<{ contentType: string; body: string }>();
  const overtaken = get("slow", () => slow.promise);
  cache.clear();
  expect(await get("cached", () => plain("new"))).toBe("new");
  const after = get("slow", () => plain("new"));
  slow.resolve(plain("old"));
  expect([await overtaken, await after]).toEqual(["old", "new"]);
  expect(await get("slow", () => plain("newest"))).toBe("new");
});

test("shared caches get what is left of the two minutes, and browsers none", async () => {
  const { cache, clock } = open();
  const app = Fastify();
  app.get("/", async (request, reply) => {
    return cache.send(request, reply, await cache.respond("a", () => plain(text)));
  });
  const headers = async () => {
    const { headers } = await app.inject("/");
    return [headers["cache-control"], headers.age, headers["x-accel-expires"]];
  };
  const caching = "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=60";
  expect(await headers()).toEqual([caching, undefined, undefined]);
  clock.seconds = 45.5;
  expect(await headers()).toEqual([caching, "45", "15"]);
  clock.seconds = 100;
  expect(await headers()).toEqual([caching, "100", "0"]);
  await app.close();
});

test("with 0 seconds nothing is cached", async () => {
  const { get } = open({ seconds: 0 });
  let number = 0;
  const create = () => plain(String(++number));
  expect([await get("a", create), await get("a", create)]).toEqual(["1", "2"]);
});

/** Whether a key is cached; requesting it does not count. */
async function isCached({ cache }: ReturnType<typeof open>, key: string): Promise<boolean> {
  const create = vi.fn(() => ({ ...plain(""), status: 404 }));
  await cache.respond(key, create);
  return create.mock.calls.length === 0;
}

test("evicts the least recently used response first", async () => {
  const opened = open({ maxBytes: 3_750 });
  for (const key of ["a", "b", "a", "c"]) await opened.get(key, () => plain(key.repeat(1_000)));
  expect([await isCached(opened, "a"), await isCached(opened, "b"), await isCached(opened, "c")]).toEqual([
    true,
    false,
    true,
  ]);
});

test("responses requested once evict none, and are cached at the second request", async () => {
  const opened = open({ maxBytes: 100_000 });
  const load = (key: string) => opened.get(key, () => plain(text));
  for (let index = 0; index < 30; index++) await load(`early ${index}`);
  for (let index = 0; index < 1_000; index++) await load(`once ${index}`);
  expect(await isCached(opened, "early 0")).toBe(true);
  expect(await isCached(opened, "once 999")).toBe(false);
  await load("once 999");
  expect(await isCached(opened, "once 999")).toBe(true);
});
