import { AppError } from "contract/errors.ts";
import { expect, test } from "vitest";
import { perKey } from "./rate-limit.ts";

const minute = 60_000;

function tries(count: (key: string) => void, key: string): number {
  for (let done = 0; done < 1_000; done += 1) {
    try {
      count(key);
    } catch {
      return done;
    }
  }
  return Number.POSITIVE_INFINITY;
}

test("a key has so many tries in a window, and as many in the next one", () => {
  let time = 0;
  const count = perKey(5, minute, 1, { now: () => time });
  expect(tries(count, "a")).toBe(5);
  expect(tries(count, "b")).toBe(5);
  time = minute - 1;
  expect(tries(count, "a")).toBe(0);
  time = minute;
  expect(tries(count, "a")).toBe(5);
});

test("a refusal says when the window ends", () => {
  let time = 0;
  const count = perKey(1, minute, 1, { now: () => time });
  count("a");
  time = 20_500;
  expect(() => count("a")).toThrow(AppError);
  expect(() => count("a")).toThrow(expect.objectContaining({ code: "rate_limited", retryAfter: 40 }));
});

test("the scale multiplies the limit", () => {
  expect(tries(perKey(5, minute, 10), "a")).toBe(50);
});

test("of endless keys the oldest are forgotten, so that they do not fill the memory", () => {
  const count = perKey(1, minute, 1, { now: () => 0, mostKeys: 3 });
  for (const key of ["a", "b", "c", "d"]) count(key);
  expect(tries(count, "a")).toBe(1);
  expect(tries(count, "d")).toBe(0);
});
