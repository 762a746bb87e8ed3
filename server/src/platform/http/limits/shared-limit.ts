import { hash } from "node:crypto";
import type { Pool } from "pg";
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { WindowState } from "./windows.ts";

/** How often a key may do something in a window, which begins with its first attempt. */
export interface Limit {
  /** Unique, and the same in all processes. */
  name: string;
  max: number;
  windowMs: number;
}

/** A limit over all processes. All of it rejects when the database is unreachable. */
export interface SharedLimit {
  /** Counts attempts. Those beyond the limit need no query, and are not counted exactly. */
  count(key: string): Promise<WindowState>;
  /** Counts several attempts, also beyond the limit. */
  add(key: string, attempts: number): Promise<WindowState>;
  /** The key's state, without an attempt; `null` when no window of it is open. */
  find(key: string): Promise<WindowState | null>;
  /** Begins the key's window now, with one attempt in it. */
  restart(key: string): Promise<void>;
}

/** Opens a limiter for so many points in so many seconds. */
export type OpenLimiter = (options: { points: number; duration: number }) => RateLimiterAbstract;

/** Counts in the table `request_limits` of the site's database. */
export function postgresLimiter(pool: Pick<Pool, "query">): OpenLimiter {
  return ({ points, duration }) =>
    new RateLimiterPostgres({
      points,
      duration,
      storeClient: pool,
      storeType: "pool",
      tableName: "request_limits",
      tableCreated: true,
      // a job does so for all
      clearExpiredByTimeout: false,
      keyPrefix: "",
      inMemoryBlockOnConsumed: points + 1,
    });
}

export function openLimit(open: OpenLimiter, { name, max, windowMs }: Limit): SharedLimit {
  const limiter = open({ points: max, duration: windowMs / 1_000 });
  /** Keys can be addresses of people: only their hashes are stored. */
  const stored = (key: string) => hash("sha256", `${name} ${key}`, "base64url");
  // a key that is blocked in memory has no points
  const stateOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): WindowState => ({
    attempts: consumedPoints || max + 1,
    endsIn: msBeforeNext,
  });

  async function consume(key: string): Promise<WindowState> {
    try {
      return stateOf(await limiter.consume(stored(key)));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return stateOf(refusal);
      throw refusal;
    }
  }

  return {
    async count(key) {
      const state = await consume(key);
      if (state.endsIn <= 2 * windowMs) return state;
      // it began before the clock was set back
      await limiter.delete(stored(key));
      return consume(key);
    },
    add: async (key, attempts) => stateOf(await limiter.penalty(stored(key), attempts)),
    async find(key) {
      const found = await limiter.get(stored(key));
      return found && found.msBeforeNext > 0 ? stateOf(found) : null;
    },
    async restart(key) {
      await limiter.set(stored(key), 1, windowMs / 1_000);
    },
  };
}
