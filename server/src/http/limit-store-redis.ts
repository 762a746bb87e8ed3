import { brand } from "contract/brand.ts";
import { Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { flexibleLimit, flexibleOptions } from "./limit-flexible.ts";
import { type Limit, type LimitStore, type News, type SharedLimit, storedKey } from "./limit-store.ts";
import { memoryLimit } from "./limit-store-memory.ts";
import type { Standing } from "./windows.ts";

/** So long a call waits for Redis at the most, in milliseconds; more than a process that is busy itself needs. */
const patienceMs = 2_000;
/** And so long nobody asks again after that. */
const silenceMs = 3_000;

const keyPrefix = `${brand.slug}:limit`;

/** For each key: its tries, when its window ends, and after how long it cannot end but by a clock that was put back. */
const addNews = `
  local standings = {}
  for i, key in ipairs(KEYS) do
    local tries, endsIn, latest = ARGV[3 * i - 2], ARGV[3 * i - 1], tonumber(ARGV[3 * i])
    if redis.call('pttl', key) > latest then redis.call('del', key) end
    redis.call('set', key, 0, 'PX', endsIn, 'NX')
    standings[2 * i - 1] = redis.call('incrby', key, tries)
    standings[2 * i] = redis.call('pttl', key)
  end
  return standings`;

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
    // one call finds out whether it is back, the others do not wait
    if (isAway) silentUntil = performance.now() + silenceMs;
    try {
      const answer = await question();
      if (isAway) log.info("Redis answers again");
      isAway = false;
      silentUntil = 0;
      return answer;
    } catch (error) {
      noteAway(error);
      return without();
    }
  }

  const makeLimiter = (limit: Limit) =>
    new RateLimiterRedis({ ...flexibleOptions(limit), storeClient: redis, keyPrefix });

  async function add(news: readonly News[]): Promise<Standing[]> {
    const keys = news.map(({ limit, key }) => `${keyPrefix}:${storedKey(limit, key)}`);
    const given = news.flatMap(({ limit, tries, endsIn }) => [tries, Math.ceil(endsIn), limit.windowMs]);
    const answer = (await redis.eval(addNews, keys.length, ...keys, ...given)) as number[];
    return news.map((_, index) => ({ tries: answer[2 * index]!, endsIn: answer[2 * index + 1]! }));
  }

  redis.on("error", noteAway);
  await redis.connect().catch(noteAway);
  return {
    open(limit): SharedLimit {
      const shared = flexibleLimit(makeLimiter(limit), limit);
      const own = memoryLimit(limit);
      const either = <T>(use: (limit: SharedLimit) => Promise<T>) =>
        ask(
          () => use(shared),
          () => use(own),
        );
      return {
        count: (key) => either((limit) => limit.count(key)),
        find: (key) => either((limit) => limit.find(key)),
        restart: (key) => either((limit) => limit.restart(key)),
      };
    },
    add: (news) =>
      ask(
        () => add(news),
        () => Promise.reject(new Error("Redis does not answer")),
      ),
    close: () => redis.disconnect(),
  };
}
