import { brand } from "contract/brand.ts";
import { Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { flexibleLimit, flexibleOptions } from "./limit-flexible.ts";
import { type Limit, type LimitStore, type News, type SharedLimit, storedKey } from "./limit-store.ts";
import { memoryLimit } from "./limit-store-memory.ts";
import type { Standing } from "./windows.ts";

/** So long a call waits for Redis at the most, in milliseconds. */
const patienceMs = 500;
/** And so long nobody asks again after that. */
const silenceMs = 2_000;

export interface RedisLog {
  info(message: string): void;
  warn(details: { err: unknown }, message: string): void;
}

/**
 * Counts in Redis. While it does not answer each process counts by itself, which is told once. `url` as in `REDIS_URL`.
 * Resolves when Redis has answered, or has failed to.
 */
export async function openRedisLimits(url: string, log: RedisLog): Promise<LimitStore> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    // what cannot be asked now is not asked: each process can count by itself
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => silenceMs,
  });
  let silentUntil = 0;
  let isAway = false;

  function noteAway(error: unknown) {
    silentUntil = performance.now() + silenceMs;
    if (isAway) return;
    isAway = true;
    log.warn({ err: error }, "Redis does not answer: each process counts requests by itself until it does");
  }

  /** Asks Redis, or does without it. */
  async function ask<T>(question: () => Promise<T>, without: () => Promise<T>): Promise<T> {
    if (performance.now() < silentUntil) return without();
    try {
      const answer = await question();
      if (isAway) log.info("Redis answers again");
      isAway = false;
      return answer;
    } catch (error) {
      noteAway(error);
      return without();
    }
  }

  const makeLimiter = (limit: Limit) =>
    new RateLimiterRedis({ ...flexibleOptions(limit), storeClient: redis, keyPrefix: `${brand.slug}:limit` });

  const limiters = new Map<Limit, RateLimiterRedis>();

  /** The library sends what is asked in one go as one packet, and adds up in a script of its own. */
  async function add({ limit, key, tries, endsIn }: News): Promise<Standing> {
    const limiter = limiters.get(limit) ?? makeLimiter(limit);
    limiters.set(limit, limiter);
    const stored = storedKey(limit, key);
    const seconds = Math.max(1, Math.ceil(endsIn / 1000));
    const { consumedPoints, msBeforeNext } = await limiter.penalty(stored, tries, { customDuration: seconds });
    if (msBeforeNext <= 2 * limit.windowMs) return { tries: consumedPoints, endsIn: msBeforeNext };
    // Redis's clock was put back
    await limiter.set(stored, tries, seconds);
    return { tries, endsIn };
  }

  redis.on("error", noteAway);
  await redis.connect().catch(noteAway);
  return {
    open(limit): SharedLimit {
      const shared = flexibleLimit(makeLimiter(limit), limit);
      const own = memoryLimit(limit);
      return {
        count: (key) =>
          ask(
            () => shared.count(key),
            () => own.count(key),
          ),
        find: (key) =>
          ask(
            () => shared.find(key),
            () => own.find(key),
          ),
        restart: (key) =>
          ask(
            () => shared.restart(key),
            () => own.restart(key),
          ),
      };
    },
    add: (news) =>
      ask(
        () => Promise.all(news.map(add)),
        () => Promise.reject(new Error("Redis does not answer")),
      ),
    close: () => redis.disconnect(),
  };
}
