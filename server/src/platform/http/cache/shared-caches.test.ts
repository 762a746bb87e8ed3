import Fastify from "fastify";
import { expect, test } from "vitest";
import { createGameVersions } from "../content.ts";
import { maxStaleness, watchFreshness } from "./freshness.ts";
import { createSharedCaching, guardSharedCaches } from "./shared-caches.ts";

const state = { isFresh: true };
const app = Fastify();
guardSharedCaches(app);
const caching = createSharedCaching({ seconds: 3_600, isFresh: () => state.isFresh });
app.get("/shared", (_, reply) => caching.allow(reply.header("x-ratelimit-remaining", "7"), ["games"]).send("a"));
app.get("/overtaken", (_, reply) => caching.allow(reply, ["games"], false).send("a"));
app.get("/cookie", (_, reply) => caching.allow(reply, ["games"]).header("set-cookie", "a=b").send("a"));
app.get("/failed", (_, reply) => caching.allow(reply, ["games"]).code(503).send("a"));
app.get("/file", (_, reply) => reply.header("cache-control", "public, max-age=60, immutable").send("a"));
app.get("/unsaid", (_, reply) => reply.send("a"));

const authorization = "Basic c2VjcmV0";
const cached = (seconds: number) => `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=4`;

test.each([
  ["/shared", {}, cached(3_600), "games"],
  ["/shared", { authorization }, "private, no-cache", undefined],
  ["/overtaken", {}, cached(1), "games"],
  ["/cookie", {}, "no-store", undefined],
  ["/failed", {}, "no-store", undefined],
  ["/nowhere", {}, "no-store", undefined],
  ["/file", {}, "public, max-age=60, immutable", undefined],
  ["/file", { authorization }, "private, max-age=60, immutable", undefined],
  ["/unsaid", {}, "no-store", undefined],
])("%s with %j is %s", async (url, headers, expected, keys) => {
  const response = await app.inject({ url, headers });
  expect(response.headers["cache-control"]).toBe(expected);
  expect([response.headers["surrogate-key"], response.headers["cache-tag"]]).toEqual([keys, keys]);
  expect("x-ratelimit-remaining" in response.headers).toBe(url === "/shared" && expected.startsWith("private"));
});

test("possibly stale responses live no longer than without a purge hook", async () => {
  state.isFresh = false;
  expect((await app.inject("/shared")).headers["cache-control"]).toBe(cached(1));
  state.isFresh = true;
});

test("a process vouches for nothing without notifications, or while it is slow to apply them", async () => {
  const contact = { at: Date.now(), stale: null as number | null };
  const { watch, isFresh } = watchFreshness({ lastContactAt: () => contact.at, staleSince: () => contact.stale });
  expect(isFresh()).toBe(true);
  contact.at = Date.now() - maxStaleness - 1;
  expect(isFresh()).toBe(false);
  contact.at = Number.POSITIVE_INFINITY;
  contact.stale = Date.now();
  expect(isFresh()).toBe(false);
  contact.stale = null;
  const taken = Promise.withResolvers<void>();
  const done = watch({ games: () => taken.promise }).games?.("*");
  expect(isFresh()).toBe(true);
  await expect.poll(isFresh, { timeout: 15_000 }).toBe(false);
  taken.resolve();
  await done;
  expect(isFresh()).toBe(true);
});

test("games that are no longer remembered count as changed", () => {
  const versions = createGameVersions(2);
  const before = [versions.of(1), versions.of(2), versions.of(3)];
  versions.bump([1]);
  expect([versions.of(1) > before[0]!, versions.of(2), versions.of(3)]).toEqual([true, before[1], before[2]]);
  const one = versions.of(1);
  versions.bump([2, 3]);
  expect(versions.of(1)).toBeGreaterThan(one);
  const all = [1, 2, 3].map(versions.of);
  versions.bump("*");
  expect([1, 2, 3].every((id, index) => versions.of(id) > all[index]!)).toBe(true);
});
