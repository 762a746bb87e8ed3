import { expect, test } from "vitest";
import { createLimits } from "../../../platform/http/limits/rate-limit.ts";
import { memoryLimits } from "../../../test/memory-limits.ts";
import { createBruteForcePolicy, type SignInAttempt } from "./policy-brute-force.ts";

const hour = 3_600_000;

function watch() {
  const clock = { now: 0 };
  const now = () => clock.now;
  const policy = createBruteForcePolicy(createLimits({ store: memoryLimits({ now }), scale: 1, now }));
  let machines = 0;
  /** A wrong password from a machine that was never seen; answers what was noticed, or that it was not even tried. */
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
    for (let attempts = 0; attempts < times; attempts += 1) all.push(await guess());
    return all;
  };
  return { clock, policy, guess, guesses };
}

test("slow guessing by many machines is noticed once a day, and slowed down for as long as it goes on", async () => {
  const { clock, guess, guesses } = watch();
  const noticed: unknown[] = [];
  // 19 an hour stay below every limit by the hour
  for (let tried = 0; tried < 50; tried += 1) {
    if (tried % 19 === 18) clock.now += hour;
    noticed.push(await guess());
  }
  expect(noticed.slice(0, 49)).toEqual(Array(49).fill(null));
  expect(noticed[49]).toEqual({ failures: 50, networks: 50 });

  clock.now += hour;
  const next = await guesses(10);
  expect(next.filter((one) => one === null)).toHaveLength(3);
  expect(next.filter((one) => one === "refused")).toHaveLength(7);
  expect(await guess("b@example.com")).toBeNull();

  clock.now += 25 * hour;
  expect(await guesses(20)).toEqual(Array(20).fill(null));
});

test("a network that the account was signed in from is neither slowed down nor counted among the guesses", async () => {
  const { policy, guess } = watch();
  const home: SignInAttempt = { key: "a@example.com", network: "home", isKnown: true };
  for (let tried = 0; tried < 30; tried += 1) await guess();
  for (let tried = 0; tried < 20; tried += 1) {
    await policy.count(home);
    expect(await policy.noteFailure(home)).toBeNull();
  }
  await expect(policy.count(home)).rejects.toThrow(expect.objectContaining({ code: "rate_limited" }));
});

test("guessing at endless accounts does not fill the memory", async () => {
  const { guess } = watch();
  for (let account = 0; account < 25_000; account += 1) await guess(`${account}@example.com`);
  expect(await guess("0@example.com")).toBeNull();
});
