import { expect, test } from "vitest";
import { memoryLimits } from "../../../test/memory-limits.ts";
import type { LimitStore } from "./limit-store.ts";
import { createSync } from "./limit-sync.ts";

const limit = { name: "calls", max: 600, windowMs: 60_000 };

/** Processes that share a store, and a clock that stands still. */
function share(processes: number, store?: LimitStore) {
  const clock = { now: 0 };
  const options = { now: () => clock.now };
  const shared = store ?? memoryLimits(options);
  const all = Array.from({ length: processes }, () => {
    const { open, sync } = createSync(shared, options);
    const count = open(limit);
    return { sync, count, admits: (key = "a") => count(key).attempts <= limit.max };
  });
  return { clock, all, syncAll: async () => void (await Promise.all(all.map(({ sync }) => sync()))) };
}

/** A store that notes what it is reported. */
function noting() {
  const reported: string[] = [];
  const store = memoryLimits({ now: () => 0 });
  const add: LimitStore["add"] = async (deltas) => {
    reported.push(...deltas.map(({ key, attempts }) => `${key}: ${attempts}`));
    return store.add(deltas);
  };
  return { reported, store: { ...store, add } };
}

test.each([1, 2, 3, 10])(
  "over %i processes a caller gets the limit plus what passes in a second",
  async (processes) => {
    const { clock, all, syncAll } = share(processes);
    const perSecond = 30;
    const admitted: number[] = [];
    for (let second = 0; second < 180; second += 1) {
      clock.now = second * 1_000;
      let passed = 0;
      for (let call = 0; call < perSecond; call += 1) if (all[call % processes]!.admits()) passed += 1;
      admitted.push(passed);
      await syncAll();
    }
    for (let minute = 0; minute < 3; minute += 1) {
      const passed = admitted.slice(minute * 60, minute * 60 + 60).reduce((sum, one) => sum + one, 0);
      expect(passed).toBeGreaterThanOrEqual(limit.max);
      expect(passed).toBeLessThanOrEqual(limit.max + perSecond);
    }
  },
);

test("a caller who stays below the limit is never refused, however the processes share the calls", async () => {
  const { clock, all, syncAll } = share(3);
  for (let second = 0; second < 300; second += 1) {
    clock.now = second * 1_000;
    for (let call = 0; call < 10; call += 1) expect(all[(call * call + second) % 3]!.admits()).toBe(true);
    await syncAll();
  }
});

test("a caller who favours one process gets at most a twentieth more from each of the others", async () => {
  const { all, syncAll } = share(3);
  const [first, ...others] = all;
  for (let call = 0; call < 600; call += 1) expect(first!.admits()).toBe(true);
  await syncAll();
  for (const { admits } of others) {
    let passed = 0;
    for (let call = 0; call < 100; call += 1) {
      if (admits()) passed += 1;
      await syncAll();
    }
    expect(passed).toBe(31);
  }
});

test("few calls are not reported, and the rest is reported once", async () => {
  const { reported, store } = noting();
  const { all, syncAll } = share(1, store);
  const [{ count } = { count: () => {} }] = all;
  for (let call = 0; call < 30; call += 1) count("a");
  await syncAll();
  expect(reported).toEqual([]);
  for (let call = 0; call < 50; call += 1) count("a");
  count("b");
  await syncAll();
  await syncAll();
  expect(reported).toEqual(["a: 80"]);
  count("a");
  await syncAll();
  expect(reported).toEqual(["a: 80", "a: 1"]);
});

test("a failed report is retried, and attempts counted meanwhile are not lost", async () => {
  const { reported, store } = noting();
  let fail: (() => void) | undefined;
  const slow: LimitStore = {
    ...store,
    add: (deltas) => (fail ? store.add(deltas) : new Promise((_, reject) => (fail = () => reject(new Error("away"))))),
  };
  const { all, syncAll } = share(2, slow);
  const [one, two] = all;
  for (let call = 0; call < 100; call += 1) one!.count("a");
  const syncing = syncAll();
  for (let call = 0; call < 5; call += 1) one!.count("a");
  fail?.();
  await expect(syncing).rejects.toThrow("away");
  await syncAll();
  expect(reported).toEqual(["a: 105"]);
  expect(one!.count("a").attempts).toBe(106);
  for (let call = 0; call < 61; call += 1) two!.count("a");
  await syncAll();
  expect(two!.count("a").attempts).toBe(106 + 61 + 1);
});
