import { expect, test } from "vitest";
import { createExchange } from "./limit-exchange.ts";
import type { LimitStore } from "./limit-store.ts";
import { memoryLimits } from "./limit-store-memory.ts";

const limit = { name: "calls", most: 600, windowMs: 60_000 };

/** So many processes with one store, and a clock that stands still. */
function share(processes: number, store?: LimitStore) {
  const clock = { now: 0 };
  const options = { now: () => clock.now };
  const shared = store ?? memoryLimits(options);
  const all = Array.from({ length: processes }, () => {
    const { open, exchange } = createExchange(shared, options);
    const count = open(limit);
    return { exchange, count, admits: (key = "a") => count(key).tries <= limit.most };
  });
  return { clock, all, exchangeAll: async () => void (await Promise.all(all.map(({ exchange }) => exchange()))) };
}

/** A store that notes what it is told. */
function noting() {
  const told: string[] = [];
  const store = memoryLimits({ now: () => 0 });
  const add: LimitStore["add"] = async (news) => {
    told.push(...news.map(({ key, tries }) => `${key}: ${tries}`));
    return store.add(news);
  };
  return { told, store: { ...store, add } };
}

test.each([1, 2, 3, 10])("over %i processes a caller gets the limit and what passes in a second", async (processes) => {
  const { clock, all, exchangeAll } = share(processes);
  const perSecond = 30;
  const admitted: number[] = [];
  for (let second = 0; second < 180; second += 1) {
    clock.now = second * 1_000;
    let passed = 0;
    for (let call = 0; call < perSecond; call += 1) if (all[call % processes]!.admits()) passed += 1;
    admitted.push(passed);
    await exchangeAll();
  }
  for (let minute = 0; minute < 3; minute += 1) {
    const passed = admitted.slice(minute * 60, minute * 60 + 60).reduce((sum, one) => sum + one, 0);
    expect(passed).toBeGreaterThanOrEqual(limit.most);
    expect(passed).toBeLessThanOrEqual(limit.most + perSecond);
  }
});

test("a caller who stays below the limit is never refused, however the processes share the calls", async () => {
  const { clock, all, exchangeAll } = share(3);
  for (let second = 0; second < 300; second += 1) {
    clock.now = second * 1_000;
    for (let call = 0; call < 10; call += 1) expect(all[(call * call + second) % 3]!.admits()).toBe(true);
    await exchangeAll();
  }
});

test("a caller who favours one process gets no more than a twentieth of the limit from each of the others", async () => {
  const { all, exchangeAll } = share(3);
  const [first, ...others] = all;
  for (let call = 0; call < 600; call += 1) expect(first!.admits()).toBe(true);
  await exchangeAll();
  for (const { admits } of others) {
    let passed = 0;
    for (let call = 0; call < 100; call += 1) {
      if (admits()) passed += 1;
      await exchangeAll();
    }
    expect(passed).toBe(31);
  }
});

test("few calls are told to nobody; what is told is told once", async () => {
  const { told, store } = noting();
  const { all, exchangeAll } = share(1, store);
  const [{ count } = { count: () => {} }] = all;
  for (let call = 0; call < 30; call += 1) count("a");
  await exchangeAll();
  expect(told).toEqual([]);
  for (let call = 0; call < 50; call += 1) count("a");
  count("b");
  await exchangeAll();
  await exchangeAll();
  expect(told).toEqual(["a: 80"]);
  count("a");
  await exchangeAll();
  expect(told).toEqual(["a: 80", "a: 1"]);
});

test("what could not be told is told later, and what is counted meanwhile is not lost", async () => {
  const { told, store } = noting();
  let fail: (() => void) | undefined;
  const slow: LimitStore = {
    ...store,
    add: (news) => (fail ? store.add(news) : new Promise((_, reject) => (fail = () => reject(new Error("away"))))),
  };
  const { all, exchangeAll } = share(2, slow);
  const [one, two] = all;
  for (let call = 0; call < 100; call += 1) one!.count("a");
  const exchanging = exchangeAll();
  for (let call = 0; call < 5; call += 1) one!.count("a");
  fail?.();
  await expect(exchanging).rejects.toThrow("away");
  await exchangeAll();
  expect(told).toEqual(["a: 105"]);
  expect(one!.count("a").tries).toBe(106);
  for (let call = 0; call < 61; call += 1) two!.count("a");
  await exchangeAll();
  expect(two!.count("a").tries).toBe(106 + 61 + 1);
});
