import type { Order } from "contract/core/sorting.ts";
import type { GameSort } from "contract/games/sorting.ts";
import { LRUCache } from "lru-cache";
import { type Bits, bitsWhere, hasBit, setBit } from "./bits.ts";
import { cacheBytes, entryBytes } from "./game-index.ts";

/**
 * What a list depends on: the titles that there are, a filter with its value, the beginning of an order. What facets
 * count may be any value of any game.
 */
export type ListKey = "titles" | "facets" | `filter ${string}` | SortKey;

type SortKey = `sort ${GameSort} ${Order} ${number}`;

/** For lists that depend on the places before `end` in the order of all games: a change behind them is none. */
export function sortKey(sort: GameSort, order: Order, end: number): SortKey {
  return `sort ${sort} ${order} ${depthOf(end)}`;
}

/** As the end of a list that depends on all places. */
export const wholeOrder = 2 ** 31 - 1;

/** Doubles with each step. */
const depthOf = (end: number) => 32 - Math.clz32(end);
const maxDepth = depthOf(wholeOrder);

export type Passes = (slot: number) => boolean;

/** What changed for the lists of a market. */
export interface ListChanges {
  /** The slots of the games that were changed. */
  slots: readonly number[];
  /** The orders in which games have other places, each with the first of these places. */
  moved: readonly { sort: GameSort; order: Order; from: number }[];
  /** Whether a title changed, also by coming or going, or a genre, tag or developer is new. */
  renamed: boolean;
}

/** What each filter of a market lets through, kept up to date; and which lists a change affects: most affect few. */
export interface ListCache {
  /** Today in UTC, in days since 1970. A new day forgets everything, because some filters ask for it. */
  today(): number;
  /** The slots that the value of a filter lets through, of as many as the catalogue has room for. */
  filter(key: ListKey, passes: Passes, capacity: number): Bits;
  /** Grows whenever lists that depend on the key may have changed. */
  version(key: ListKey): number;
  apply(changes: ListChanges): void;
  clear(): void;
}

interface Filter {
  passes: Passes;
  bits: Bits;
  version: number;
}

const day = 86_400_000;

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
  let today = Math.floor(now() / day);

  function clear(): void {
    filters.clear();
    versions.clear();
    cleared = ++last;
  }

  function renew(): void {
    const date = Math.floor(now() / day);
    if (date !== today) clear();
    today = date;
  }

  return {
    today() {
      renew();
      return today;
    },
    filter(key, passes, capacity) {
      const known = filters.get(key);
      if (known) return known.bits;
      const bits = bitsWhere(capacity, passes);
      filters.set(key, { passes, bits, version: ++last });
      return bits;
    },
    version(key) {
      renew();
      // a filter that was evicted and rebuilt counts as changed
      return filters.peek(key)?.version ?? versions.get(key) ?? cleared;
    },
    apply({ slots, moved, renamed }) {
      // games that come or go are in no set yet, or still in some; a filter by a name that was unknown has none
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

/** Caches counts until something that they depend on changes: pages of a list share their facets. */
export function createFacetCache<Key extends string, Counts extends { keys: readonly Key[] }>(
  versionOf: (key: Key) => number,
): (name: string, count: () => Counts) => Counts {
  const cache = new LRUCache<string, { counts: Counts; versions: number[] }>({ max: maxEntries });
  return (name, count) => {
    const known = cache.get(name);
    if (known?.counts.keys.every((key, at) => versionOf(key) === known.versions[at])) return known.counts;
    const counts = count();
    cache.set(name, { counts, versions: counts.keys.map(versionOf) });
    return counts;
  };
}
