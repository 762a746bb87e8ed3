import { beforeEach, expect, test } from "vitest";
import { createHosts } from "../../../platform/outgoing/hosts.ts";
import { startUpstream } from "../../../test/servers/upstream-server.ts";
import { type Clock, createClient, type SourceClient } from "./client.ts";

const upstream = await startUpstream();
const start = Date.parse("2026-11-21T12:00:00Z");

/** Time advances only when all calls wait for it. */
let time = start;
let sleepers: { until: number; wake: () => void }[] = [];
let client: SourceClient;
let calledAt: number[] = [];

const clock: Clock = {
  now: () => time,
  random: () => 1,
  sleep: (ms) =>
    new Promise((wake) => {
      sleepers.push({ until: time + ms, wake });
    }),
};

beforeEach(() => {
  time = start;
  sleepers = [];
  calledAt = [];
  const hosts = createHosts(
    () => time,
    () => {},
  );
  client = createClient({ publicUrl: "https://games.example", paceMs: 1_500, clock, hosts });
});

const get = (path: string) => {
  const options = { signal: new AbortController().signal, maxBytes: 1_000, totalMs: 60_000 };
  return client.json(`${upstream.origin}/${path}`, options, (body) => body);
};

/** Advances time whenever all calls wait for it, until they have settled. */
async function advanceTime<Result>(calls: Promise<Result>[]): Promise<PromiseSettledResult<Result>[]> {
  let unfinished = calls.length;
  const finish = () => {
    unfinished -= 1;
  };
  const all = Promise.allSettled(calls.map((call) => call.finally(finish)));
  while (unfinished > 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (sleepers.length < unfinished) continue;
    const next = sleepers.sort((a, b) => a.until - b.until).shift();
    time = Math.max(time, next?.until ?? time);
    next?.wake();
  }
  return all;
}

test("concurrent readings share the pace", async () => {
  upstream.respondWith((_, response) => {
    calledAt.push(time - start);
    response.end("{}");
  });
  await advanceTime(["us", "gb", "jp", "kr"].map(get));
  expect(calledAt).toEqual([0, 1_500, 3_000, 4_500]);
});

test("when one call is rate-limited, all wait", async () => {
  upstream.respondWith((_, response, count) => {
    calledAt.push(time - start);
    if (count === 1) response.writeHead(429, { "retry-after": "60" }).end();
    else response.end("{}");
  });
  const results = await advanceTime(["us", "gb"].map(get));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(calledAt).toEqual([0, 60_000, 61_500]);
});

test("after a long rate limit, no call is made until it ends", async () => {
  upstream.respondWith((_, response) => void response.writeHead(429, { "retry-after": "3600" }).end());
  const retryAt = new Date(start + 3_600_000);
  await expect(get("us")).rejects.toMatchObject({ reason: "rateLimited", retryAt });
  await expect(get("gb")).rejects.toMatchObject({ reason: "rateLimited", retryAt });
  expect(upstream.calls).toHaveLength(1);
  time = retryAt.valueOf();
  upstream.respondWith((_, response) => void response.end("{}"));
  expect(await get("gb")).toEqual({});
});
