import { getHeapStatistics } from "node:v8";
import underPressure from "@fastify/under-pressure";
import { AppError } from "contract/errors.ts";
import type { FastifyInstance } from "fastify";
import { memoryLimit } from "../memory.ts";

/** When the process has more to do than it can: milliseconds and bytes. */
export interface OverloadBars {
  sampleInterval: number;
  /** 0 = however late. */
  maxEventLoopDelay: number;
  maxHeapUsedBytes: number;
  maxRssBytes: number;
}

/**
 * Far from what a busy day brings: they are for the moment before memory ends, and for when every answer takes seconds
 * already. One long pause does not count, only one after the other.
 */
const bars: OverloadBars = {
  sampleInterval: 5_000,
  maxEventLoopDelay: 2_500,
  maxHeapUsedBytes: 0.92 * getHeapStatistics().heap_size_limit,
  maxRssBytes: 0.92 * memoryLimit,
};

/** One line for all that are refused one after the other. */
const silenceMs = 10_000;

/** Refuses requests with 503 while the process is overloaded, before anything is done for them. */
export async function refuseWhenOverloaded(app: FastifyInstance, given: Partial<OverloadBars> = {}): Promise<void> {
  let silentUntil = 0;
  await app.register(underPressure, {
    ...bars,
    ...given,
    pressureHandler(request, _, type, value) {
      // nothing was measured: the process was stopped, or busy with one thing, and has only now come to itself
      if (value === Number.POSITIVE_INFINITY) return;
      if (Date.now() > silentUntil) request.log.warn({ type, value }, "overloaded: requests are refused");
      silentUntil = Date.now() + silenceMs;
      throw new AppError("unavailable", "The site is too busy right now. Please try again.", { retryAfter: 5 });
    },
  });
}
