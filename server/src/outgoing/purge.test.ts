import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Change } from "../db/changes.ts";
import { trySessionLock } from "../db/session-lock.ts";
import { createTestDatabase } from "../test/database.ts";
import { eventually } from "../test/eventually.ts";
import { startUpstream } from "../test/upstream-server.ts";
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
  hook.answerWith(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join(""));
    calls.push({ body, authorization: request.headers.authorization });
    response.writeHead(status).end();
  });
});
afterEach(async () => {
  for (const purger of running.splice(0)) await purger.close();
});

const bodies = () => calls.map(({ body }) => body);

function start({ pauses, ...options }: Partial<PurgeOptions> = {}) {
  const log = { info: vi.fn(), warn: vi.fn() };
  const onOutcome = vi.fn();
  const purger = startPurging({
    url: `${hook.origin}/purge`,
    token: undefined,
    takeTurn: () => trySessionLock({ connectionString }, "purge"),
    log,
    onOutcome,
    pauses: { gather: 100, settle: 10, firstRetry: 20, longestRetry: 50, repeat: 60_000, turn: 20, ...pauses },
    ...options,
  });
  running.push(purger);
  const nothing = () => {};
  const topics = purger.listen({ games: nothing, content_strings: nothing, jobs: nothing });
  const tell = (topic: "games" | "content_strings" | "jobs", change: Change) => topics[topic]?.(change);
  return { purger, tell, log, onOutcome };
}

/** Started, and done with what it may have missed before. */
async function started(options?: Partial<PurgeOptions>) {
  const site = start(options);
  await eventually(() => expect(bodies()).toEqual([everything]));
  calls = [];
  return site;
}

test("who begins purges everything, then what has changed, a burst at once", async () => {
  const { tell, onOutcome } = await started({ token: "the-token" });
  tell("jobs", "*");
  tell("games", [3, 1]);
  tell("games", [3]);
  tell("content_strings", "*");
  await eventually(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toEqual({
    body: { surrogate_keys: ["games", "game-3", "game-1", "strings"] },
    authorization: "Bearer the-token",
  });
  tell("games", [7]);
  await eventually(() => expect(bodies()[1]).toEqual({ surrogate_keys: ["games", "game-7"] }));
  await eventually(() => expect(onOutcome.mock.calls).toEqual([["done"], ["done"], ["done"]]));
});

test("after a flood, and when anything may have changed, it is everything", async () => {
  const { tell } = await started();
  tell(
    "games",
    Array.from({ length: 1_001 }, (_, index) => index),
  );
  await eventually(() => expect(bodies()).toEqual([everything]));
  tell("games", [1]);
  tell("games", "*");
  await eventually(() => expect(bodies()).toEqual([everything, everything]));
});

test("everything is purged once more, when processes have read it", async () => {
  await started({ pauses: { gather: 1, repeat: 50 } });
  await eventually(() => expect(bodies()).toEqual([everything]));
  await delay(200);
  expect(bodies()).toEqual([everything]);
});

test.each([500, 302, "away"])(
  "while the hook answers %s changes are gathered, and purged in the end",
  async (answer) => {
    const { tell, log, onOutcome } = await started({ token: "the-token" });
    if (answer === "away") hook.answerWith((request) => void request.socket.destroy());
    else status = Number(answer);
    tell("games", [1]);
    await eventually(() =>
      expect(onOutcome.mock.calls.filter(([outcome]) => outcome === "failed").length).toBeGreaterThan(1),
    );
    tell("games", [2]);
    calls = [];
    status = 200;
    hook.answerWith(async (request, response) => {
      calls.push({ body: JSON.parse((await request.toArray()).join("")), authorization: undefined });
      response.end();
    });
    await eventually(() => expect(bodies()).toContainEqual({ surrogate_keys: ["games", "game-2"] }));
    expect(bodies()).toContainEqual({ surrogate_keys: ["games", "game-1"] });
    expect(JSON.stringify(log.warn.mock.calls)).not.toMatch(/the-token|127\.0\.0\.1/);
  },
);

test("of two processes one purges; when it is gone, or has lost its turn, the other goes on with everything", async () => {
  const first = await started();
  const second = start();
  first.tell("games", [1]);
  second.tell("games", [1]);
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
