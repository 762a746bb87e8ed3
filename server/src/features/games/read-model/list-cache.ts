import type { Order } from "contract/core/sorting.ts";
import type { GameSort } from "contract/games/sorting.ts";
import { LRUCache } from "lru-cache";
import { type Bits, bitsWhere, hasBit, setBit } from "./bits.ts";
import { cacheBytes, entryBytes } from "./indexed-games.ts";

/**
 * A dependency of a list: the existing titles, a filter with its value, or the beginning of an order. Facets depend on
 * any value of any game.
 */
export type ListKey = "titles" | "facets" | `filter ${string}` | SortKey;

type SortKey = `sort ${GameSort} ${Order} ${number}`;

/** The key of lists that depend on the positions before `end` in the order of all games, and not on later ones. */
export function sortKey(sort: GameSort, order: Order, end: number): SortKey {
  return `sort ${sort} ${order} ${depthOf(end)}`;
}

/** The `end` of a list that depends on all positions. */
export const wholeOrder = 2 ** 31 - 1;

/** Doubles with each step. */
const depthOf = (end: number) => 32 - Math.clz32(end);
const maxDepth = depthOf(wholeOrder);

export type Passes = (slot: number) => boolean;

/** The effects of a change on the lists of a market. */
export interface ListChanges {
  /** The slots of the games that were changed. */
  slots: readonly number[];
  /** The orders in which games moved, each with the first changed position. */
  moved: readonly { sort: GameSort; order: Order; from: number }[];
  /** Whether a title changed, was added or removed, or a genre, tag or developer is new. */
  renamed: boolean;
}

/** Caches the matches of a market's filters, updates them, and versions lists, since most changes affect few of them. */
export interface ListCache {
  /** The beginning of this hour in ms since 1970. A new hour clears the cache, because some filters depend on the time. */
  hour(): number;
  /** The slots below `capacity` that pass the filter. */
  filter(key: ListKey, passes: Passes, capacity: number): Bits;
  /** Increases whenever lists that depend on the key may have changed. */
  version(key: ListKey): number;
  apply(changes: ListChanges): void;
  clear(): void;
}

interface Filter {
  passes: Passes;
  bits: Bits;
  version: number;
}

const hourMs = 3_600_000;

/** `now` is in ms since 1970; versions begin above `first`. */
export function createListCache(now: () => number, first = 0, maxSize = cacheBytes): ListCache {
  const filters = new LRUCache<string, Filter>({
    maxSize,
    sizeCalculation: ({ bits }) => bits.byteLength + entryBytes,
  });
  /** Versions of facets and sorts that changed since the cache was cleared. */
  const versions = new Map<ListKey, number>();
  let last = first + 1;
  let cleared = last;
  let hour = Math.floor(now() / hourMs);

  function clear(): void {
    filters.clear();
    versions.clear();
    cleared = ++last;
  }

  function clearOnNewHour(): void {
    const current = Math.floor(now() / hourMs);
    if (current !== hour) clear();
    hour = current;
  }

  return {
    hour() {
      clearOnNewHour();
      return hour * hourMs;
    },
    filter(key, passes, capacity) {
      const cached = filters.get(key);
      if (cached) return cached.bits;
      const bits = bitsWhere(capacity, passes);
      filters.set(key, { passes, bits, version: ++last });
      return bits;
    },
    version(key) {
      clearOnNewHour();
      // a filter that was evicted and rebuilt counts as changed
      return filters.peek(key)?.version ?? versions.get(key) ?? cleared;
    },
    apply({ slots, moved, renamed }) {
      // sets lack added games and still contain deleted ones; a filter by a previously unknown name is empty
      if (renamed) return clear();
      versions.set("facets", ++last);
      for (const { sort, order, from } of moved) {
        last += 1;
        for (let depth = depthOf(from + 1); depth <= maxDepth; depth++)
          versions.set(`sort ${sort} ${order} ${depth}`, last);
      }
      for (const filter of filters.values()) {
        for (const slot of slots) {
          const passes = filter.passes(slot);
          if (hasBit(filter.bits, slot) === passes) continue;
          setBit(filter.bits, slot, passes);
          filter.version = ++last;
        }
      }
    },
    clear,
  };
}

const maxEntries = 100;

/** Caches counts until one of their dependencies changes: the pages of a list share their facets. */
export function createFacetCache<Key extends string, Counts extends { keys: readonly Key[] }>(
  versionOf: (key: Key) => number,
): (criteria: string, count: () => Counts) => Counts {
  const cache = new LRUCache<string, { counts: Counts; versions: number[] }>({ max: maxEntries });
  return (criteria, count) => {
    const cached = cache.get(criteria);
    if (cached?.counts.keys.every((key, at) => versionOf(key) === cached.versions[at])) return cached.counts;
    const counts = count();
    cache.set(criteria, { counts, versions: counts.keys.map(versionOf) });
    return counts;
  };
}
