import { AppError } from "contract/errors.ts";
import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { answerErrors } from "./errors.ts";
import { limitCalls, perKey } from "./rate-limit.ts";

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

test("a clock that is put back by a day keeps nobody out for longer", async () => {
  const app = Fastify();
  answerErrors(app);
  await limitCalls(app, 1 / 600);
  app.get("/api/anything", () => "");
  const count = perKey(1, minute, 1);
  const ask = () => app.inject({ url: "/api/anything" });
  count("a");
  expect((await ask()).statusCode).toBe(200);

  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 24 * 60 * minute });
  const refused = await ask();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
  expect(() => count("a")).toThrow(expect.objectContaining({ retryAfter: 60 }));
});
