import { LRUCache } from "lru-cache";
import { type Bits, bitsWhere } from "./bits.ts";
import { cacheBytes, entryBytes } from "./indexed-games.ts";

export type Passes = (slot: number) => boolean;

/** Caches the matches of filters, and facets, until the catalogue changes. */
export interface ListCache {
  /** The beginning of this hour in ms since 1970. A new hour clears the cache, because some filters depend on the time. */
  hour(): number;
  /** The slots below `capacity` that pass the filter. */
  filter(key: string, passes: Passes, capacity: number): Bits;
  facets<Counts extends object>(criteria: string, count: () => Counts): Counts;
  clear(): void;
}

const hourMs = 3_600_000;

/** The pages of a list share its facets. */
const maxFacets = 200;

/** `now` is in ms since 1970. */
export function createListCache(now: () => number): ListCache {
  const filters = new LRUCache<string, Bits>({
    maxSize: cacheBytes,
    sizeCalculation: ({ byteLength }) => byteLength + entryBytes,
  });
  const facets = new LRUCache<string, object>({ max: maxFacets });
  let hour = Math.floor(now() / hourMs);

  function clear(): void {
    filters.clear();
    facets.clear();
  }

  return {
    hour() {
      const current = Math.floor(now() / hourMs);
      if (current !== hour) clear();
      hour = current;
      return hour * hourMs;
    },
    filter(key, passes, capacity) {
      const bits = filters.get(key) ?? bitsWhere(capacity, passes);
      filters.set(key, bits);
      return bits;
    },
    facets<Counts extends object>(criteria: string, count: () => Counts) {
      const counts = (facets.get(criteria) as Counts | undefined) ?? count();
      facets.set(criteria, counts);
      return counts;
    },
    clear,
  };
}
