import rateLimit, { type FastifyRateLimitStore, normalizeIP, type RateLimitOptions } from "@fastify/rate-limit";
import { AppError } from "contract/errors.ts";
import type { FastifyInstance } from "fastify";
import { countInWindows } from "./windows.ts";

/** Calls a minute from one address, IPv6 by /64 (decisions.md section 4). */
const callsPerMinute = 600;

const tooManyRequests = "Too many requests. Please try again later.";

/** Limits the calls under `/api`; pages and pictures are served from memory and disk and need none. */
export async function limitCalls(app: FastifyInstance, scale: number): Promise<void> {
  await app.register(rateLimit, {
    store: SteadyStore,
    max: scaled(callsPerMinute, scale),
    timeWindow: 60_000,
    keyGenerator: (request) => addressKey(request.ip),
    // the route's own path: what was asked for may be spelled differently, as `/%61pi/…`
    allowList: (request) => !request.routeOptions.url?.startsWith("/api/"),
    errorResponseBuilder: (_, { ttl }) => tooMany(ttl),
  });
}

/** Counts a call of an account, from wherever: throws `rate_limited` when there were too many. */
export function limitAccounts(scale: number): (userId: number) => void {
  const count = perKey(2 * callsPerMinute, 60_000, scale);
  return (userId) => count(String(userId));
}

/** A limit of its own for one call: so many from one address in a window. For `bind`. */
export function perAddress(max: number, windowMs: number, scale: number): RateLimitOptions {
  return { max: scaled(max, scale), timeWindow: windowMs };
}

interface LimitOptions {
  /** Milliseconds. */
  now?: () => number;
  /** So many keys are remembered. */
  mostKeys?: number;
}

/**
 * So many tries a key in a window. The returned function counts one and answers 0, or how many milliseconds are left of
 * the window when there were too many. Counts are this process's own.
 */
export function createLimit(
  max: number,
  windowMs: number,
  scale: number,
  options: LimitOptions = {},
): (key: string) => number {
  const most = scaled(max, scale);
  const count = countInWindows(options);
  return (key) => {
    const { tries, endsIn } = count(key, windowMs);
    return tries > most ? endsIn : 0;
  };
}

/**
 * A limit that does not follow the address, so that many machines together do not get more tries at one account.
 * The returned function counts one try and throws `rate_limited` when there were too many.
 */
export function perKey(
  max: number,
  windowMs: number,
  scale: number,
  { message, ...options }: LimitOptions & { message?: string } = {},
): (key: string) => void {
  const count = createLimit(max, windowMs, scale, options);
  return (key) => {
    const waitMs = count(key);
    if (waitMs > 0) throw tooMany(waitMs, message);
  };
}

/**
 * A limit for the addresses that one customer of a provider can have many of: IPv4 by /24, IPv6 by /48. The returned
 * function counts one try and throws `rate_limited` when there were too many.
 */
export function perNeighbourhood(
  max: number,
  windowMs: number,
  scale: number,
  options: LimitOptions & { message?: string } = {},
): (address: string | null) => void {
  const count = perKey(max, windowMs, scale, options);
  return (address) => count(neighbourhoodKey(address));
}

/** The key of an address for `perKey`: IPv6 by /64, like every limit by address. Who has hung up has none any more. */
export function addressKey(address: string | null | undefined): string {
  return normalizeIP(address ?? "");
}

function neighbourhoodKey(address: string | null): string {
  const key = normalizeIP(address ?? "", 48);
  return key.includes(":") ? key : key.replace(/\.\d+$/, "");
}

/** The plugin's own store believes the machine's clock. */
class SteadyStore implements FastifyRateLimitStore {
  #count = countInWindows();

  incr(key: string, done: Parameters<FastifyRateLimitStore["incr"]>[1], windowMs: number): void {
    const { tries, endsIn } = this.#count(key, windowMs);
    done(null, { current: tries, ttl: Math.ceil(endsIn) });
  }

  child(): SteadyStore {
    return new SteadyStore();
  }
}

function scaled(max: number, scale: number): number {
  return Math.max(1, Math.round(max * scale));
}

function tooMany(waitMs: number, message = tooManyRequests): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("rate_limited", message, { retryAfter });
}
