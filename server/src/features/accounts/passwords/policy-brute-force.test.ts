import { RateLimiterMemory } from "rate-limiter-flexible";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLimits } from "../../../platform/http/limits/rate-limit.ts";
import { createBruteForcePolicy, type SignInAttempt } from "./policy-brute-force.ts";

const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

function watch() {
  const limits = createLimits({ openLimiter: (limit) => new RateLimiterMemory(limit), scale: 1 });
  const policy = createBruteForcePolicy(limits);
  let machines = 0;
  /** A wrong password from a new machine. Returns the reported attack, or `refused` when a limit rejects it. */
  const guess = async (key = "a@example.com") => {
    machines += 1;
    const attempt: SignInAttempt = { key, network: `machine ${machines}`, isKnown: false };
    try {
      await policy.count(attempt);
    } catch {
      return "refused";
    }
    return policy.noteFailure(attempt);
  };
  const guesses = async (times: number) => {
    const all: unknown[] = [];
    for (let attempt = 0; attempt < times; attempt += 1) all.push(await guess());
    return all;
  };
  return { policy, guess, guesses };
}

test("slow brute force from many machines is reported once a day and throttled while it lasts", async () => {
  const { guess, guesses } = watch();
  const reported: unknown[] = [];
  // 19 an hour stay below every limit by the hour
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (attempt % 19 === 18) wait(hour);
    reported.push(await guess());
  }
  expect(reported.slice(0, 49)).toEqual(Array(49).fill(null));
  expect(reported[49]).toEqual({ failures: 50, networks: 50 });

  wait(hour);
  const next = await guesses(10);
  expect(next.filter((one) => one === null)).toHaveLength(3);
  expect(next.filter((one) => one === "refused")).toHaveLength(7);
  expect(await guess("b@example.com")).toBeNull();

  wait(25 * hour);
  expect(await guesses(20)).toEqual(Array(20).fill(null));
});

test("a known network is neither throttled nor counted as part of the attack", async () => {
  const { policy, guess } = watch();
  const home: SignInAttempt = { key: "a@example.com", network: "home", isKnown: true };
  for (let attempt = 0; attempt < 30; attempt += 1) await guess();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await policy.count(home);
    expect(await policy.noteFailure(home)).toBeNull();
  }
  await expect(policy.count(home)).rejects.toThrow(expect.objectContaining({ code: "rate_limited" }));
});

test("brute force against any number of accounts does not exhaust memory", async () => {
  const { guess } = watch();
  for (let account = 0; account < 25_000; account += 1) await guess(`${account}@example.com`);
  expect(await guess("0@example.com")).toBeNull();
});
