import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { startUpstream } from "../../test/servers/upstream-server.ts";
import type { Change } from "../db/changes/changes.ts";
import { trySessionLock } from "../db/session-lock.ts";
import { type PurgeOptions, type Purger, startPurging } from "./purge.ts";

const { url: connectionString, pool } = await createTestDatabase({ bare: true });
const hook = await startUpstream();
const everything = { everything: true };

interface Call {
  body: unknown;
  authorization: string | undefined;
}

let calls: Call[] = [];
let status = 200;
const running: Purger[] = [];

beforeEach(() => {
  calls = [];
  status = 200;
  hook.respondWith(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join(""));
    calls.push({ body, authorization: request.headers.authorization });
    response.writeHead(status).end();
  });
});
afterEach(async () => {
  for (const purger of running.splice(0)) await purger.close();
});

const bodies = () => calls.map(({ body }) => body);

function start({ delays, ...options }: Partial<PurgeOptions> = {}) {
  const log = { info: vi.fn(), warn: vi.fn() };
  const onOutcome = vi.fn();
  const purger = startPurging({
    url: `${hook.origin}/purge`,
    token: undefined,
    acquireLock: () => trySessionLock({ connectionString }, "purge"),
    log,
    onOutcome,
    delays: { debounce: 100, settle: 10, firstRetry: 20, maxRetry: 50, repeat: 60_000, lock: 20, ...delays },
    ...options,
  });
  running.push(purger);
  const ignore = () => {};
  const topics = purger.listen({ games: ignore, content_strings: ignore, jobs: ignore });
  const notify = (topic: "games" | "content_strings" | "jobs", change: Change) => topics[topic]?.(change);
  return { purger, notify, log, onOutcome };
}

/** After its first purge. */
async function started(options?: Partial<PurgeOptions>) {
  const site = start(options);
  await eventually(() => expect(bodies()).toEqual([everything]));
  calls = [];
  return site;
}

test("purges everything first, then changes, a burst at a time", async () => {
  const { notify, onOutcome } = await started({ token: "the-token" });
  notify("jobs", "*");
  notify("games", [3, 1]);
  notify("games", [3]);
  notify("content_strings", "*");
  await eventually(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toEqual({
    body: { surrogate_keys: ["games", "game-3", "game-1", "strings"] },
    authorization: "Bearer the-token",
  });
  notify("games", [7]);
  await eventually(() => expect(bodies()[1]).toEqual({ surrogate_keys: ["games", "game-7"] }));
  await eventually(() => expect(onOutcome.mock.calls).toEqual([["done"], ["done"], ["done"]]));
});

test("purges everything after too many changes, or when anything may have changed", async () => {
  const { notify } = await started();
  notify(
    "games",
    Array.from({ length: 1_001 }, (_, index) => index),
  );
  await eventually(() => expect(bodies()).toEqual([everything]));
  notify("games", [1]);
  notify("games", "*");
  await eventually(() => expect(bodies()).toEqual([everything, everything]));
});

test("purges everything again once processes have reloaded", async () => {
  await started({ delays: { debounce: 1, repeat: 50 } });
  await eventually(() => expect(bodies()).toEqual([everything]));
  await delay(200);
  expect(bodies()).toEqual([everything]);
});

test.each([500, 302, "away"])(
  "collects changes while the hook answers %s, and purges them in the end",
  async (response) => {
    const { notify, log, onOutcome } = await started({ token: "the-token" });
    if (response === "away") hook.respondWith((request) => void request.socket.destroy());
    else status = Number(response);
    notify("games", [1]);
    await eventually(() =>
      expect(onOutcome.mock.calls.filter(([outcome]) => outcome === "failed").length).toBeGreaterThan(1),
    );
    notify("games", [2]);
    calls = [];
    status = 200;
    hook.respondWith(async (request, response) => {
      calls.push({ body: JSON.parse((await request.toArray()).join("")), authorization: undefined });
      response.end();
    });
    await eventually(() => expect(bodies()).toContainEqual({ surrogate_keys: ["games", "game-2"] }));
    expect(bodies()).toContainEqual({ surrogate_keys: ["games", "game-1"] });
    expect(JSON.stringify(log.warn.mock.calls)).not.toMatch(/the-token|127\.0\.0\.1/);
  },
);

test("one of two processes purges; when it ends or loses the lock, the other starts with everything", async () => {
  const first = await started();
  const second = start();
  first.notify("games", [1]);
  second.notify("games", [1]);
  await eventually(() => expect(bodies()).toEqual([{ surrogate_keys: ["games", "game-1"] }]));
  await first.purger.close();
  await eventually(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toEqual(everything);
  calls = [];
  await pool.query(
    `select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`,
  );
  await eventually(() => expect(bodies()).toEqual([everything]));
});
