import { expect, test } from "vitest";
import { createGuessingPolicy, type SignInTry } from "./policy-guessing.ts";

const hour = 3_600_000;

function watch() {
  const clock = { now: 0 };
  const policy = createGuessingPolicy(1, () => clock.now);
  let machines = 0;
  /** A wrong password from a machine that was never seen; answers what was noticed, or that it was not even tried. */
  const guess = (key = "a@example.com") => {
    machines += 1;
    const attempt: SignInTry = { key, network: `machine ${machines}`, isKnown: false };
    try {
      policy.count(attempt);
    } catch {
      return "refused";
    }
    return policy.noteFailure(attempt);
  };
  return { clock, policy, guess };
}

test("slow guessing by many machines is noticed once a day, and slowed down for as long as it goes on", () => {
  const { clock, guess } = watch();
  const noticed: unknown[] = [];
  // 19 an hour stay below every limit by the hour
  for (let tried = 0; tried < 50; tried += 1) {
    if (tried % 19 === 18) clock.now += hour;
    noticed.push(guess());
  }
  expect(noticed.slice(0, 49)).toEqual(Array(49).fill(null));
  expect(noticed[49]).toEqual({ failures: 50, networks: 50 });

  clock.now += hour;
  const next = Array.from({ length: 10 }, () => guess());
  expect(next.filter((one) => one === null)).toHaveLength(3);
  expect(next.filter((one) => one === "refused")).toHaveLength(7);
  expect(guess("b@example.com")).toBeNull();

  clock.now += 25 * hour;
  expect(Array.from({ length: 20 }, () => guess())).toEqual(Array(20).fill(null));
});

test("a network that the account was signed in from is neither slowed down nor counted among the guesses", () => {
  const { policy, guess } = watch();
  const home: SignInTry = { key: "a@example.com", network: "home", isKnown: true };
  for (let tried = 0; tried < 30; tried += 1) guess();
  for (let tried = 0; tried < 20; tried += 1) {
    policy.count(home);
    expect(policy.noteFailure(home)).toBeNull();
  }
  expect(() => policy.count(home)).toThrow(expect.objectContaining({ code: "rate_limited" }));
});

test("guessing at endless accounts does not fill the memory", () => {
  const { guess } = watch();
  for (let account = 0; account < 25_000; account += 1) guess(`${account}@example.com`);
  expect(guess("0@example.com")).toBeNull();
});
