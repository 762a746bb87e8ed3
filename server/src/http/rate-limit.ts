import rateLimit, { type FastifyRateLimitStore, normalizeIP } from "@fastify/rate-limit";
import { AppError } from "contract/errors.ts";
import type { FastifyInstance } from "fastify";
import { createExchange } from "./limit-exchange.ts";
import type { Limit, LimitStore, SharedLimit } from "./limit-store.ts";
import type { Standing, WindowOptions } from "./windows.ts";

/** Calls a minute from one address, IPv6 by /64 (spec/api 5.1). */
export const callsPerMinute = 600;

/**
 * What one address may have made in a minute that no cache holds; what is cached is always served.
 * - pages: a crawler's three a second. At 8 ms each that is a fortieth of what the page thread can do.
 * - pictures: 30 lists of 20 games, none of whose pictures has been resized before.
 * - stop links: a mail provider may follow those of many people from one address.
 */
export const missesPerMinute = { pages: 180, pictures: 600, stopLinks: 60 } as const;

const minute = 60_000;

/** How often processes tell each other how many calls they have counted. */
const exchangeEveryMs = 1_000;

const tooManyRequests = "Too many requests. Please try again later.";

/** Counts a try. Throws `rate_limited` when there were too many. */
type Guard<Key> = (key: Key) => Promise<void>;

/**
 * All limits of the site, over all its processes. Calls are counted in memory and exchanged every second; the others
 * count each try in the store, and reject when that does not answer. A limit is known by its name in every process.
 */
export interface Limits {
  /** Calls a minute from an address. */
  mostCalls: number;
  /** Counts a call from an address (`addressKey`). */
  countCall(address: string): Standing;
  /** Counts a call of an account, from wherever. Throws `rate_limited` when there were too many. */
  countAccount(userId: number): void;
  scale: number;
  /** A limit as it is given, not multiplied, for whoever looks at the counts themselves. */
  open(limit: Limit): SharedLimit;
  /** The returned function counts a try, and answers whether there were too many. */
  tooMany(name: string, max: number, windowMs: number): (key: string) => Promise<boolean>;
  /** A limit that does not follow the address, so that many machines together do not get more tries at one account. */
  perKey(name: string, max: number, windowMs: number, message?: string): Guard<string>;
  perAddress(name: string, max: number, windowMs: number, message?: string): Guard<string | null>;
  /**
   * A budget of what an address may have made (`missesPerMinute`), counted like calls: without a query. The returned function
   * throws `rate_limited` when it is spent.
   */
  countMisses(of: keyof typeof missesPerMinute): (address: string | null) => void;
  /** For the addresses that one customer of a provider can have many of: IPv4 by /24, IPv6 by /48. */
  perNeighbourhood(name: string, max: number, windowMs: number, message?: string): Guard<string | null>;
  close(): Promise<void>;
}

export interface LimitsOptions extends WindowOptions {
  store: LimitStore;
  /** Multiplies every limit. */
  scale: number;
  /** Hears why counts could not be exchanged. It is tried again a second later. */
  onExchangeError?: (error: unknown) => void;
}

/** The store is closed with the limits. */
export function createLimits({ store, scale, onExchangeError = () => {}, ...options }: LimitsOptions): Limits {
  const scaled = (max: number) => Math.max(1, Math.round(max * scale));
  const exchange = createExchange(store, options);
  const mostCalls = scaled(callsPerMinute);
  const mostOfAccount = scaled(2 * callsPerMinute);
  const countAccount = exchange.open({ name: "calls of an account", most: mostOfAccount, windowMs: minute });

  let exchanging: Promise<void> | undefined;
  const timer = setInterval(() => {
    exchanging ??= exchange
      .exchange()
      .catch(onExchangeError)
      .finally(() => {
        exchanging = undefined;
      });
  }, exchangeEveryMs).unref();

  const perKey: Limits["perKey"] = (name, max, windowMs, message) => {
    const most = scaled(max);
    const limit = store.open({ name, most, windowMs });
    return async (key) => {
      const { tries, endsIn } = await limit.count(key);
      if (tries > most) throw rateLimited(endsIn, message);
    };
  };

  return {
    mostCalls,
    countCall: exchange.open({ name: "calls", most: mostCalls, windowMs: minute }),
    countAccount(userId) {
      const { tries, endsIn } = countAccount(String(userId));
      if (tries > mostOfAccount) throw rateLimited(endsIn);
    },
    scale,
    open: store.open,
    tooMany(name, max, windowMs) {
      const most = scaled(max);
      const limit = store.open({ name, most, windowMs });
      return async (key) => (await limit.count(key)).tries > most;
    },
    perKey,
    perAddress(...limit) {
      const count = perKey(...limit);
      return (address) => count(addressKey(address));
    },
    countMisses(of) {
      const most = scaled(missesPerMinute[of]);
      const count = exchange.open({ name: `misses of ${of}`, most, windowMs: minute });
      return (address) => {
        const { tries, endsIn } = count(addressKey(address));
        if (tries > most) throw rateLimited(endsIn);
      };
    },
    perNeighbourhood(...limit) {
      const count = perKey(...limit);
      return (address) => count(neighbourhoodKey(address));
    },
    async close() {
      clearInterval(timer);
      await exchanging;
      store.close();
    },
  };
}

/** Limits the calls under `/api`. Of pages and pictures only what no cache holds is limited (`countMisses`). */
export async function limitCalls(app: FastifyInstance, limits: Pick<Limits, "mostCalls" | "countCall">): Promise<void> {
  /** The plugin's own store believes the machine's clock, and knows of no other process. */
  class CallStore implements FastifyRateLimitStore {
    incr(address: string, done: Parameters<FastifyRateLimitStore["incr"]>[1]): void {
      const { tries, endsIn } = limits.countCall(address);
      done(null, { current: tries, ttl: Math.ceil(endsIn) });
    }

    child(): CallStore {
      return this;
    }
  }

  await app.register(rateLimit, {
    store: CallStore,
    max: limits.mostCalls,
    timeWindow: minute,
    keyGenerator: (request) => addressKey(request.ip),
    // the route's own path: what was asked for may be spelled differently, as `/%61pi/…`
    allowList: (request) => !request.routeOptions.url?.startsWith("/api/"),
    errorResponseBuilder: (_, { ttl }) => rateLimited(ttl),
  });
}

/** The key of an address: IPv6 by /64, as for every limit by address. Who has hung up has none any more. */
export function addressKey(address: string | null | undefined): string {
  return normalizeIP(address ?? "");
}

function neighbourhoodKey(address: string | null): string {
  const key = normalizeIP(address ?? "", 48);
  return key.includes(":") ? key : key.replace(/\.\d+$/, "");
}

function rateLimited(waitMs: number, message = tooManyRequests): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("rate_limited", message, { retryAfter });
}
