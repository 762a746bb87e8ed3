import { AppError } from "contract/core/errors.ts";
import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { memoryLimits } from "../../../test/memory-limits.ts";
import { handleErrors } from "../errors.ts";
import { createLimits, limitCalls } from "./rate-limit.ts";
import type { WindowOptions } from "./windows.ts";

const minute = 60_000;

/** Limits of a process that is alone. */
function limitsOf(scale: number, options?: WindowOptions) {
  const limits = createLimits({ store: memoryLimits(options), scale, ...options });
  onTestFinished(() => limits.close());
  return limits;
}

function perKey(max: number, windowMs: number, scale: number, options?: WindowOptions) {
  return limitsOf(scale, options).perKey("attempts", max, windowMs);
}

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
  let time = 0;
  const count = perKey(5, minute, 1, { now: () => time });
  expect(await attempts(count, "a")).toBe(5);
  expect(await attempts(count, "b")).toBe(5);
  time = minute - 1;
  expect(await attempts(count, "a")).toBe(0);
  time = minute;
  expect(await attempts(count, "a")).toBe(5);
});

test("a refusal names the end of the window", async () => {
  let time = 0;
  const count = perKey(1, minute, 1, { now: () => time });
  await count("a");
  time = 20_500;
  await expect(count("a")).rejects.toThrow(AppError);
  await expect(count("a")).rejects.toThrow(expect.objectContaining({ code: "rate_limited", retryAfter: 40 }));
});

test("the scale multiplies the limit", async () => {
  expect(await attempts(perKey(5, minute, 10), "a")).toBe(50);
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
  const count = perKey(1, minute, 1);
  const request = () => app.inject({ url: "/api/anything" });
  await count("a");
  expect((await request()).statusCode).toBe(200);

  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 24 * 60 * minute });
  const refused = await request();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
  await expect(count("a")).rejects.toThrow(expect.objectContaining({ retryAfter: 60 }));
});
