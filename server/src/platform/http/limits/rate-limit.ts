import rateLimit, { type FastifyRateLimitStore, normalizeIP } from "@fastify/rate-limit";
import { AppError } from "contract/core/errors.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type Limit, type OpenLimiter, openLimit, type SharedLimit } from "./shared-limit.ts";
import { createWindows, type Window, type WindowOptions, type WindowState } from "./windows.ts";

/** Calls a minute from one address, IPv6 by /64 (spec/api 5.1). */
export const callsPerMinute = 600;

/** Calls a minute by one API key (spec/api 10.4). */
const keyCallsPerMinute = 300;

/** Redirects to stores a minute for one address, by `/go`: first they count as clicks, then they only work. */
export const redirectsPerMinute = { counted: 60, all: 300 } as const;

/**
 * Uncached responses a minute for one address; cached ones are always served.
 * - pages: a crawler's three a second.
 * - feeds: those of a service that reads for many people.
 * - pictures: 30 lists of 20 games, none of whose images has been resized before.
 * - drawings: pictures to share, which take a tenth of a second each.
 * - unknown games: addresses outside the API, of which the database may know another game.
 * - store views: many users behind one address, each with other stores.
 * - assistants: their messages, cached or not, by key where they have one.
 * - stop links: a mail provider may follow those of many users from one address.
 */
export const missesPerMinute = {
  pages: 180,
  feeds: 180,
  pictures: 600,
  drawings: 60,
  unknownGames: 180,
  stopLinks: 60,
  embeds: 180,
  assistants: 60,
} as const;

const minute = 60_000;
/** Attempts in memory are counted over all processes when they are this part of a limit: a quiet site writes nothing. */
const reportedPart = 1 / 20;

/** Counts an attempt. Throws `rate_limited` beyond the limit. */
type Guard<Key> = (key: Key) => Promise<void>;

interface FailureLimit {
  /** To be called before an attempt. Throws `rate_limited` after too many failed ones. */
  require(key: string): Promise<void>;
  /** Counts a failed attempt. */
  count(key: string): Promise<void>;
}

/**
 * The site's limits, across all its processes. Calls are counted in memory, and over all processes in batches;
 * everything else is counted in the database, and rejects while that is unreachable. The name of a limit identifies it
 * in all processes.
 */
export interface Limits {
  /** Calls a minute from an address. */
  maxCalls: number;
  /** Counts a call from an address (`addressKey`). */
  countCall(address: string): WindowState;
  /** Counts a call of an account, from any address. Throws `rate_limited` beyond the limit. */
  countAccount(userId: number): void;
  /** Calls a minute by an API key, which do not count as the account's. */
  maxKeyCalls: number;
  countKeyCall(keyId: number): WindowState;
  scale: number;
  /** A limit that is not multiplied by the scale. */
  open(limit: Limit): SharedLimit;
  /** The returned function counts an attempt, and returns whether there were too many. */
  tooMany(name: string, max: number, windowMs: number): (key: string) => Promise<boolean>;
  /** A limit independent of the address, so that a botnet gets no more attempts at one account. */
  perKey(name: string, max: number, windowMs: number, message?: string): Guard<string>;
  /** A limit of failed attempts; successful ones do not count. */
  failuresPerKey(name: string, max: number, windowMs: number): FailureLimit;
  perAddress(name: string, max: number, windowMs: number, message?: string): Guard<string | null>;
  /** By network, as one customer can have many addresses: IPv4 by /24, IPv6 by /48. */
  perSubnet(name: string, max: number, windowMs: number, message?: string): Guard<string | null>;
  /**
   * Counts a redirect to a store for an address, in memory like calls. Returns whether it counts as a click. Throws
   * `rate_limited` beyond the limit.
   */
  countRedirect(address: string | null): boolean;
  /** Counts uncached responses for an address, in memory like calls. Throws `rate_limited` beyond the limit. */
  countMisses(of: keyof typeof missesPerMinute): (address: string | null) => void;
}

export interface LimitsOptions extends WindowOptions {
  openLimiter: OpenLimiter;
  /** Multiplies every limit. */
  scale: number;
  /** Called when a batch could not be counted over all processes. The next one includes it. */
  onReportError?: (error: unknown) => void;
}

export function createLimits({ openLimiter, scale, onReportError = () => {}, ...options }: LimitsOptions): Limits {
  const scaled = (max: number) => Math.max(1, Math.round(max * scale));
  const maxCalls = scaled(callsPerMinute);
  const maxKeyCalls = scaled(keyCallsPerMinute);
  const open = (limit: Limit) => openLimit(openLimiter, limit);

  /**
   * A limit a minute that is counted in memory. A caller who distributes attempts over all processes gets one batch
   * more from each.
   */
  function openInMemory(name: string, max: number): (key: string) => WindowState {
    const windows = createWindows(options);
    const shared = open({ name, max, windowMs: minute });
    const batch = Math.ceil(max * reportedPart);

    async function report(key: string, window: Window): Promise<void> {
      const reported = window.unreported;
      window.unreported = 0;
      window.isReporting = true;
      try {
        const { attempts, endsIn } = await shared.add(key, reported);
        window.attempts = attempts + window.unreported;
        window.endsAt = windows.now() + Math.min(endsIn, minute);
      } catch (error) {
        window.unreported += reported;
        onReportError(error);
      } finally {
        window.isReporting = false;
      }
    }

    return (key) => {
      const window = windows.find(key) ?? windows.open(key, { attempts: 0, endsIn: minute });
      window.attempts += 1;
      window.unreported += 1;
      // beyond the limit nothing is reported: floods cost no queries
      const isDue = window.unreported >= batch && window.attempts <= max + batch;
      if (isDue && !window.isReporting) void report(key, window);
      return windows.stateOf(window);
    };
  }

  /** The returned function counts an attempt, and returns their number. Throws `rate_limited` beyond the limit. */
  function inMemory(name: string, max: number): (key: string) => number {
    const count = openInMemory(name, max);
    return (key) => {
      const { attempts, endsIn } = count(key);
      if (attempts > max) throw rateLimited(endsIn);
      return attempts;
    };
  }

  const countKey = openInMemory("calls by API key", maxKeyCalls);
  const countRedirect = inMemory("redirects to stores", scaled(redirectsPerMinute.all));
  const countAccount = inMemory("calls of an account", scaled(2 * callsPerMinute));

  const perKey: Limits["perKey"] = (name, max, windowMs, message) => {
    const limit = { name, max: scaled(max), windowMs };
    const { count } = open(limit);
    return async (key) => {
      const { attempts, endsIn } = await count(key);
      if (attempts > limit.max) throw rateLimited(endsIn, message);
    };
  };

  return {
    maxCalls,
    countCall: openInMemory("calls", maxCalls),
    countAccount: (userId) => void countAccount(String(userId)),
    maxKeyCalls,
    countKeyCall: (keyId) => countKey(String(keyId)),
    scale,
    open,
    tooMany(name, max, windowMs) {
      const limit = { name, max: scaled(max), windowMs };
      const { count } = open(limit);
      return async (key) => (await count(key)).attempts > limit.max;
    },
    perKey,
    failuresPerKey(name, max, windowMs) {
      const limit = { name, max: scaled(max), windowMs };
      const { count, find } = open(limit);
      return {
        async require(key) {
          const failed = await find(key);
          if (failed && failed.attempts >= limit.max) throw rateLimited(failed.endsIn);
        },
        async count(key) {
          await count(key);
        },
      };
    },
    perAddress(...limit) {
      const count = perKey(...limit);
      return (address) => count(addressKey(address));
    },
    perSubnet(...limit) {
      const count = perKey(...limit);
      return (address) => count(subnetKey(address));
    },
    countRedirect: (address) => countRedirect(addressKey(address)) <= scaled(redirectsPerMinute.counted),
    countMisses(of) {
      const count = inMemory(`misses of ${of}`, scaled(missesPerMinute[of]));
      return (address) => void count(addressKey(address));
    },
  };
}

/** Limits calls under `/api` and messages of assistants, before anyone is identified. For pages, feeds and pictures only cache misses are limited (`countMisses`). */
export async function limitCalls(app: FastifyInstance, limits: Pick<Limits, "maxCalls" | "countCall">): Promise<void> {
  /** The plugin's own store uses the system clock, and isn't shared between processes. */
  class CallStore implements FastifyRateLimitStore {
    incr(address: string, done: Parameters<FastifyRateLimitStore["incr"]>[1]): void {
      const { attempts, endsIn } = limits.countCall(address);
      done(null, { current: attempts, ttl: Math.ceil(endsIn) });
    }

    child(): CallStore {
      return this;
    }
  }

  await app.register(rateLimit, {
    store: CallStore,
    max: limits.maxCalls,
    timeWindow: minute,
    keyGenerator: (request) => addressKey(request.ip),
    // the route's path: the request's may be spelled differently, as `/%61pi/…`
    allowList: ({ routeOptions: { url = "" } }) => !url.startsWith("/api/") && url !== "/mcp",
    errorResponseBuilder: (_, { ttl }) => rateLimited(ttl),
  });
}

/** Counts a call by an API key, and sends how many are left. Throws `rate_limited` beyond the limit. */
export function limitKeyCall(
  reply: FastifyReply,
  { maxKeyCalls, countKeyCall }: Pick<Limits, "maxKeyCalls" | "countKeyCall">,
  keyId: number,
): void {
  const { attempts, endsIn } = countKeyCall(keyId);
  reply.headers({
    "ratelimit-limit": maxKeyCalls,
    "ratelimit-remaining": Math.max(0, maxKeyCalls - attempts),
    "ratelimit-reset": Math.ceil(endsIn / 1_000),
  });
  if (attempts > maxKeyCalls) throw rateLimited(endsIn);
}

/** The key of an address for every limit by address: IPv6 by /64. A client that has disconnected has no address. */
export function addressKey(address: string | null | undefined): string {
  return normalizeIP(address ?? "");
}

function subnetKey(address: string | null): string {
  const key = normalizeIP(address ?? "", 48);
  return key.includes(":") ? key : key.replace(/\.\d+$/, "");
}

function rateLimited(waitMs: number, message = "Too many requests. Try again later."): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("rate_limited", message, { retryAfter });
}
