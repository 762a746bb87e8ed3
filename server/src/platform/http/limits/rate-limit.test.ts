import { AppError } from "contract/core/errors.ts";
import Fastify from "fastify";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handleErrors } from "../errors.ts";
import { createLimits, limitCalls } from "./rate-limit.ts";
import type { WindowOptions } from "./windows.ts";

const minute = 60_000;

/** Limits of a process that is alone. */
const limitsOf = (scale: number, options?: WindowOptions) =>
  createLimits({ openLimiter: (limit) => new RateLimiterMemory(limit), scale, ...options });
const perKey = (max: number, scale = 1) => limitsOf(scale).perKey("attempts", max, minute);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

async function attempts(count: (key: string) => Promise<void>, key: string): Promise<number> {
  for (let done = 0; done < 1_000; done += 1) {
    try {
      await count(key);
    } catch {
      return done;
    }
  }
  return Number.POSITIVE_INFINITY;
}

test("a key has a number of attempts in each window", async () => {
  const count = perKey(5);
  expect(await attempts(count, "a")).toBe(5);
  expect(await attempts(count, "b")).toBe(5);
  vi.setSystemTime(minute - 1);
  expect(await attempts(count, "a")).toBe(0);
  vi.setSystemTime(minute);
  expect(await attempts(count, "a")).toBe(5);
});

test("a refusal names the end of the window", async () => {
  const count = perKey(1);
  await count("a");
  vi.setSystemTime(20_500);
  await expect(count("a")).rejects.toThrow(AppError);
  await expect(count("a")).rejects.toThrow(expect.objectContaining({ code: "rate_limited", retryAfter: 40 }));
});

test("the scale multiplies the limit", async () => {
  expect(await attempts(perKey(5, 10), "a")).toBe(50);
});

test("what is counted in memory is shared in batches, and kept while that fails", async () => {
  const shared = new RateLimiterMemory({ points: 600, duration: 60 });
  const problems: unknown[] = [];
  const open = () =>
    createLimits({ openLimiter: () => shared, scale: 1, now: () => 0, onReportError: (error) => problems.push(error) });
  const [one, two] = [open(), open()];
  const call = async (limits: typeof one, times: number) => {
    let last = 0;
    for (let time = 0; time < times; time++) {
      last = limits.countCall("a").attempts;
      await Promise.resolve();
    }
    return last;
  };
  expect(await call(one, 300)).toBe(300);
  expect(await call(two, 29)).toBe(29);
  // with the thirtieth it learns of the others
  await call(two, 1);
  await expect.poll(() => two.countCall("a").attempts).toBeGreaterThan(330);
  const penalty = vi.spyOn(shared, "penalty").mockRejectedValue(new Error("away"));
  const before = one.countCall("a").attempts;
  await call(one, 40);
  await expect.poll(() => problems.length).toBeGreaterThan(0);
  penalty.mockRestore();
  expect(one.countCall("a").attempts).toBe(before + 41);
  const calls = vi.spyOn(shared, "penalty");
  await call(one, 1_000);
  expect(calls.mock.calls.length).toBeLessThan(40);
});

test("beyond a number of keys the oldest windows are dropped", () => {
  const { countCall } = limitsOf(1, { now: () => 0, maxKeys: 3 });
  for (const key of ["a", "b", "c", "d"]) countCall(key);
  expect(countCall("d").attempts).toBe(2);
  expect(countCall("a").attempts).toBe(1);
});

test("setting the clock back by a day extends no window", async () => {
  const app = Fastify();
  handleErrors(app);
  await limitCalls(app, limitsOf(1 / 600));
  app.get("/api/anything", () => "");
  const count = perKey(1);
  const request = () => app.inject({ url: "/api/anything" });
  vi.setSystemTime(24 * 60 * minute);
  await count("a");
  expect((await request()).statusCode).toBe(200);

  vi.setSystemTime(0);
  const refused = await request();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
  await count("a");
  await expect(count("a")).rejects.toThrow(expect.objectContaining({ retryAfter: 60 }));
});
