import { getHeapStatistics } from "node:v8";
import underPressure from "@fastify/under-pressure";
import { AppError } from "contract/core/errors.ts";
import type { FastifyInstance } from "fastify";
import { machine } from "../../process/sizes.ts";

/** Milliseconds and bytes beyond which the process is overloaded. */
export interface OverloadBars {
  sampleInterval: number;
  /** 0 = however late. */
  maxEventLoopDelay: number;
  maxHeapUsedBytes: number;
  maxRssBytes: number;
}

/**
 * Far above a busy day: just before memory runs out, or when every response takes seconds. A single pause does not
 * count.
 */
const bars: OverloadBars = {
  sampleInterval: 5_000,
  maxEventLoopDelay: 2_500,
  maxHeapUsedBytes: 0.92 * getHeapStatistics().heap_size_limit,
  maxRssBytes: 0.92 * machine.memoryBytes,
};

/** Between log lines. */
const silenceMs = 10_000;

/** Served all the same: operators need them most then, and a busy process is not a dead one. */
const alwaysServed: readonly (string | undefined)[] = ["/api/health", "/metrics"];

/** Refuses requests with 503 while the process is overloaded. */
export async function refuseWhenOverloaded(app: FastifyInstance, given: Partial<OverloadBars> = {}): Promise<void> {
  let silentUntil = 0;
  await app.register(underPressure, {
    ...bars,
    ...given,
    pressureHandler(request, _, type, value) {
      // not measured: the process was suspended, or blocked by one task that has just ended
      if (value === Number.POSITIVE_INFINITY || alwaysServed.includes(request.routeOptions.url)) return;
      if (Date.now() > silentUntil) request.log.warn({ type, value }, "overloaded: rejecting requests");
      silentUntil = Date.now() + silenceMs;
      throw new AppError("unavailable", "The site is too busy right now. Try again.", { retryAfter: 5 });
    },
  });
}
