import { setTimeout as delay } from "node:timers/promises";
import type { SourceProgress } from "contract/prices/source-schema.ts";
import { expect, test } from "vitest";
import { createSourceEvents } from "./source-events.ts";

const intervalMs = 100;

/** Sources by their ids, of which each reading is noted. */
function world() {
  const sources = new Map<number, SourceProgress>(
    ["steam", "gog"].map((key, index) => [index + 1, { key, state: "running", seen: 0, changed: 0 }]),
  );
  const readings: (readonly number[] | "*")[] = [];
  const errors: unknown[] = [];
  let isBroken = false;
  const events = createSourceEvents({
    intervalMs,
    onError: (error) => errors.push(error),
    async read(ids) {
      readings.push(ids);
      if (isBroken) throw new Error("no database");
      return [...sources].filter(([id]) => ids === "*" || ids.includes(id)).map(([, progress]) => progress);
    },
  });
  function see(id: number, seen: number): void {
    sources.set(id, { ...sources.get(id)!, seen });
    events.onChange([id]);
  }
  const breakDown = (broken: boolean) => {
    isBroken = broken;
  };
  return { events, readings, errors, see, breakDown };
}

/** Collects what a follower gets, with the time of each. */
function collect(events: ReturnType<typeof createSourceEvents>) {
  const leaving = new AbortController();
  const got: { key: string; seen: number; at: number }[] = [];
  const ended = (async () => {
    for await (const { data } of events.follow(leaving.signal)) {
      got.push({ key: data.key, seen: data.seen, at: performance.now() });
    }
  })();
  return {
    got,
    leave() {
      leaving.abort();
      return ended;
    },
  };
}

test("a follower first gets all sources, then those that change", async () => {
  const { events, see } = world();
  const { got, leave } = collect(events);
  await expect.poll(() => got.length).toBe(2);
  see(2, 7);
  await expect.poll(() => got.slice(2)).toMatchObject([{ key: "gog", seen: 7 }]);
  await leave();
});

test("of many changes of a source the last one comes, once in an interval", async () => {
  const { events, see } = world();
  const { got, leave } = collect(events);
  for (let seen = 1; seen <= 50; seen += 1) {
    see(1, seen);
    await delay(10);
  }
  await expect.poll(() => got.at(-1)?.seen).toBe(50);
  await leave();
  const times = got.filter(({ key }) => key === "steam").map(({ at }) => at);
  expect(times.length).toBeLessThan(15);
  for (const [index, at] of times.slice(1).entries()) expect(at - times[index]!).toBeGreaterThan(intervalMs - 10);
});

test("nothing is read while nobody follows", async () => {
  const { events, see, readings } = world();
  see(1, 1);
  const { got, leave } = collect(events);
  await expect.poll(() => got.length).toBe(2);
  await leave();
  const before = readings.length;
  see(1, 2);
  await delay(2 * intervalMs);
  expect(readings).toHaveLength(before);
});

test("what could not be read is read again", async () => {
  const { events, errors, breakDown } = world();
  breakDown(true);
  const { got, leave } = collect(events);
  await expect.poll(() => errors.length).toBeGreaterThan(1);
  expect(got).toEqual([]);
  breakDown(false);
  await expect.poll(() => got.length).toBe(2);
  await leave();
});
