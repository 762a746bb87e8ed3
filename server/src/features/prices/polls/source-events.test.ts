import type { SourceProgress } from "contract/prices/source-schema.ts";
import { expect, test } from "vitest";
import { createSourceEvents } from "./source-events.ts";

const intervalMs = 100;

/** Fake sources that record each reading. */
function createFakeSources() {
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
  function update(id: number, seen: number): void {
    sources.set(id, { ...sources.get(id)!, seen });
    events.onChange([id]);
  }
  const setBroken = (broken: boolean) => {
    isBroken = broken;
  };
  return { events, readings, errors, update, setBroken };
}

/** Collects the events of a follower, with their times. */
function collect(events: ReturnType<typeof createSourceEvents>) {
  const stopping = new AbortController();
  const received: { key: string; seen: number; at: number }[] = [];
  const ended = (async () => {
    for await (const { data } of events.follow(stopping.signal)) {
      received.push({ key: data.key, seen: data.seen, at: performance.now() });
    }
  })();
  return {
    received,
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

test("a follower first gets all sources, then those that change", async () => {
  const { events, update } = createFakeSources();
  const { received, stop } = collect(events);
  await expect.poll(() => received.length).toBe(2);
  update(2, 7);
  await expect.poll(() => received.slice(2)).toMatchObject([{ key: "gog", seen: 7 }]);
  await stop();
});

test("many changes of a source are debounced to the last one per interval", async () => {
  const { events, update } = createFakeSources();
  const { received, stop } = collect(events);
  for (let seen = 1; seen <= 50; seen += 1) {
    update(1, seen);
    if (seen % 10 === 0) await expect.poll(() => received.at(-1)?.seen, { interval: 5 }).toBe(seen);
  }
  await stop();
  const times = received.filter(({ key }) => key === "steam").map(({ at }) => at);
  expect(times.length).toBeLessThan(15);
  for (const [index, at] of times.slice(1).entries()) expect(at - times[index]!).toBeGreaterThan(intervalMs - 10);
});

test("nothing is read without followers", async () => {
  const { events, update, readings } = createFakeSources();
  update(1, 1);
  const { received, stop } = collect(events);
  await expect.poll(() => received.length).toBe(2);
  await stop();
  const before = readings.length;
  update(1, 2);
  const later = collect(events);
  await expect.poll(() => later.received.length).toBe(2);
  await later.stop();
  expect(readings.slice(before)).toEqual(["*"]);
});

test("a failed reading is retried", async () => {
  const { events, errors, setBroken } = createFakeSources();
  setBroken(true);
  const { received, stop } = collect(events);
  await expect.poll(() => errors.length).toBeGreaterThan(1);
  expect(received).toEqual([]);
  setBroken(false);
  await expect.poll(() => received.length).toBe(2);
  await stop();
});
