import rateLimit from "@fastify/rate-limit";
import { AppError } from "contract/errors.ts";
import type { FastifyInstance } from "fastify";

/** Calls a minute from one address, IPv6 by /64 (decisions.md section 4). */
const callsPerMinute = 600;

/** Limits the calls under `/api`; pages and pictures are served from memory and disk and need none. */
export async function limitCalls(app: FastifyInstance, scale: number): Promise<void> {
  await app.register(rateLimit, {
    max: Math.max(1, Math.round(callsPerMinute * scale)),
    timeWindow: 60_000,
    allowList: (request) => !request.url.startsWith("/api/"),
    errorResponseBuilder: (_, { ttl }) =>
      new AppError("rate_limited", "Too many requests. Please try again later.", {
        retryAfter: Math.max(1, Math.ceil(ttl / 1000)),
      }),
  });
}
