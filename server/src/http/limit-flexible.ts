import { RateLimiterRes, type RateLimiterStoreAbstract } from "rate-limiter-flexible";
import { type Limit, type SharedLimit, storedKey } from "./limit-store.ts";

/** What all limiters of `rate-limiter-flexible` are made with. Who is over the limit is refused without asking the store. */
export function flexibleOptions({ most, windowMs }: Limit) {
  return { points: most, duration: windowMs / 1000, inMemoryBlockOnConsumed: most + 1 };
}

/** A limit counted by a limiter of `rate-limiter-flexible`. */
export function flexibleLimit(limiter: RateLimiterStoreAbstract, limit: Limit): SharedLimit {
  const { most, windowMs } = limit;
  // clocks of machines differ a little; a window that ends later than this was begun before a clock was put back
  const latestEnd = 2 * windowMs;
  const begin = (key: string, tries: number) => limiter.set(key, tries, windowMs / 1000);

  return {
    async count(key) {
      const stored = storedKey(limit, key);
      const { consumedPoints, msBeforeNext, isRefused } = await consume(limiter, stored);
      // a refusal out of memory does not say how many there were
      const tries = isRefused ? Math.max(consumedPoints, most + 1) : consumedPoints;
      if (msBeforeNext <= latestEnd) return { tries, endsIn: msBeforeNext };
      limiter.deleteInMemoryBlockedAll();
      await begin(stored, tries);
      return { tries, endsIn: windowMs };
    },
    async find(key) {
      const found = await limiter.get(storedKey(limit, key));
      if (!found || found.msBeforeNext > latestEnd) return null;
      return { tries: found.consumedPoints, endsIn: found.msBeforeNext };
    },
    async restart(key) {
      await begin(storedKey(limit, key), 1);
    },
  };
}

/** A refusal is an answer; anything else that is thrown is a store that gave none. */
async function consume(limiter: RateLimiterStoreAbstract, key: string) {
  try {
    const { consumedPoints, msBeforeNext } = await limiter.consume(key);
    return { consumedPoints, msBeforeNext, isRefused: false };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const { consumedPoints, msBeforeNext } = refusal;
    return { consumedPoints, msBeforeNext, isRefused: true };
  }
}
