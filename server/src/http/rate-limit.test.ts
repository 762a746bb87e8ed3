import { AppError } from "contract/errors.ts";
import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { answerErrors } from "./errors.ts";
import { memoryLimits } from "./limit-store-memory.ts";
import { createLimits, limitCalls } from "./rate-limit.ts";
import type { WindowOptions } from "./windows.ts";

const minute = 60_000;

/** Limits of a process that is alone. */
function limitsOf(scale: number, options?: WindowOptions) {
  const limits = createLimits({ store: memoryLimits(options), scale });
  onTestFinished(() => limits.close());
  return limits;
}

function perKey(max: number, windowMs: number, scale: number, options?: WindowOptions) {
  return limitsOf(scale, options).perKey("tries", max, windowMs);
}

async function tries(count: (key: string) => Promise<void>, key: string): Promise<number> {
  for (let done = 0; done < 1_000; done += 1) {
    try {
      await count(key);
    } catch {
      return done;
    }
  }
  return Number.POSITIVE_INFINITY;
}

test("a key has so many tries in a window, and as many in the next one", async () => {
  let time = 0;
  const count = perKey(5, minute, 1, { now: () => time });
  expect(await tries(count, "a")).toBe(5);
  expect(await tries(count, "b")).toBe(5);
  time = minute - 1;
  expect(await tries(count, "a")).toBe(0);
  time = minute;
  expect(await tries(count, "a")).toBe(5);
});

test("a refusal says when the window ends", async () => {
  let time = 0;
  const count = perKey(1, minute, 1, { now: () => time });
  await count("a");
  time = 20_500;
  await expect(count("a")).rejects.toThrow(AppError);
  await expect(count("a")).rejects.toThrow(expect.objectContaining({ code: "rate_limited", retryAfter: 40 }));
});

test("the scale multiplies the limit", async () => {
  expect(await tries(perKey(5, minute, 10), "a")).toBe(50);
});

test("of endless keys the oldest are forgotten, so that they do not fill the memory", async () => {
  const count = perKey(1, minute, 1, { now: () => 0, mostKeys: 3 });
  for (const key of ["a", "b", "c", "d"]) await count(key);
  expect(await tries(count, "a")).toBe(1);
  expect(await tries(count, "d")).toBe(0);
});

test("a clock that is put back by a day keeps nobody out for longer", async () => {
  const app = Fastify();
  answerErrors(app);
  await limitCalls(app, limitsOf(1 / 600));
  app.get("/api/anything", () => "");
  const count = perKey(1, minute, 1);
  const ask = () => app.inject({ url: "/api/anything" });
  await count("a");
  expect((await ask()).statusCode).toBe(200);

  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 24 * 60 * minute });
  const refused = await ask();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
  await expect(count("a")).rejects.toThrow(expect.objectContaining({ retryAfter: 60 }));
});
