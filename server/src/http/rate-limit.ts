import rateLimit, { normalizeIP, type RateLimitOptions } from "@fastify/rate-limit";
import { AppError } from "contract/errors.ts";
import type { FastifyInstance } from "fastify";

/** Calls a minute from one address, IPv6 by /64 (decisions.md section 4). */
const callsPerMinute = 600;

const tooManyRequests = "Too many requests. Please try again later.";

/** Limits the calls under `/api`; pages and pictures are served from memory and disk and need none. */
export async function limitCalls(app: FastifyInstance, scale: number): Promise<void> {
  await app.register(rateLimit, {
    max: scaled(callsPerMinute, scale),
    timeWindow: 60_000,
    // the route's own path: what was asked for may be spelled differently, as `/%61pi/…`
    allowList: (request) => !request.routeOptions.url?.startsWith("/api/"),
    errorResponseBuilder: (_, { ttl }) => tooMany(ttl),
  });
}

/** A limit of its own for one call: so many from one address in a window. For `bind`. */
export function perAddress(max: number, windowMs: number, scale: number): RateLimitOptions {
  return { max: scaled(max, scale), timeWindow: windowMs };
}

/**
 * A limit that does not follow the address, so that many machines together do not get more tries at one account.
 * The returned function counts one try and throws `rate_limited` when there were too many. Counts are this process's own.
 */
export function perKey(
  max: number,
  windowMs: number,
  scale: number,
  { now = Date.now, mostKeys = 50_000, message = tooManyRequests } = {},
): (key: string) => void {
  const most = scaled(max, scale);
  // a key moves to the end when its window begins, so the first one ends first
  const windows = new Map<string, { tries: number; endsAt: number }>();
  return (key) => {
    const time = now();
    let window = windows.get(key);
    if (!window || window.endsAt <= time) {
      window = { tries: 0, endsAt: time + windowMs };
      windows.delete(key);
      windows.set(key, window);
      for (const [oldest, { endsAt }] of windows) {
        if (endsAt > time && windows.size <= mostKeys) break;
        windows.delete(oldest);
      }
    }
    window.tries += 1;
    if (window.tries > most) throw tooMany(window.endsAt - time, message);
  };
}

/** The key of an address for `perKey`: IPv6 by /64, like every limit by address. */
export function addressKey(address: string): string {
  return normalizeIP(address);
}

function scaled(max: number, scale: number): number {
  return Math.max(1, Math.round(max * scale));
}

function tooMany(waitMs: number, message = tooManyRequests): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("rate_limited", message, { retryAfter });
}
