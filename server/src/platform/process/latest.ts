import { LRUCache } from "lru-cache";

/**
 * A cache of the latest entries by their keys. It grows with them: with the option `max` it would take the memory of
 * all at once, and these caches together a twentieth of a start.
 */
export function cacheOfLatest<V extends NonNullable<unknown>>(count: number): LRUCache<string, V> {
  return new LRUCache<string, V>({ maxSize: count, sizeCalculation: () => 1 });
}
