import { toCents } from "contract/core/money.ts";
import type { Order } from "contract/core/sorting.ts";
import { searchWords } from "contract/core/text.ts";
import type { GameFilters } from "contract/games/api.ts";
import type { GameSort } from "contract/games/sorting.ts";
import { storeKeys } from "contract/stores.ts";
import { LRUCache } from "lru-cache";
import type { Columns } from "./columns.ts";
import { type GameIndex, matchTitles } from "./game-index.ts";
import { compareSlots } from "./sort-orders.ts";

/** What visitors filter by, and what the calls themselves do. */
interface ListFilters extends GameFilters {
  /** Only games that a store sells at 0. */
  free?: boolean;
  showExplicit: boolean;
}

export interface CatalogueQuery extends ListFilters {
  /** As typed; `""` = all titles. */
  search: string;
  sort: GameSort;
  order: Order;
  /** Which part of the whole list. */
  offset: number;
  limit: number;
}

type Passes = (slot: number) => boolean;

/**
 * What each filter lets through. A new one is an entry of `gameFilters` in the contract and an entry here; what it
 * looks at is one of `columnValues`.
 */
const filters: {
  [Name in keyof ListFilters]-?: (value: NonNullable<ListFilters[Name]>, columns: Columns) => Passes;
} = {
  store: (store, columns) => (slot) => columns[store][slot]! >= 0,
  // false for games without a price, which are NaN
  max_price: (dollars, columns) => (slot) => columns.lowest_price[slot]! <= toCents(dollars)!,
  free: (free, columns) => (slot) => !free || storeKeys.some((store) => columns[store][slot] === 0),
  showExplicit: (show, columns) => (slot) => show || columns.explicit[slot] === 0,
};

/** Slots found lately: matches, and whole lists in order. To be cleared with every change. */
export type ListCache = LRUCache<string, Uint32Array>;

/** In bytes: room for all orders of 150,000 games, and then some. */
const cacheBytes = 16_000_000;

/** What an entry takes besides its slots. */
const entryBytes = 400;

export function createListCache(): ListCache {
  return new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ byteLength }) => byteLength + entryBytes });
}

/** The slots of a page, and the number of games in the whole list. */
export function findPage(index: GameIndex, query: CatalogueQuery, cache: ListCache) {
  const { offset, limit, sort, order, ...criteria } = query;
  const subject = JSON.stringify(criteria);
  const slots = cached(cache, `${sort} ${order} ${subject}`, () =>
    sortMatches(
      index,
      cached(cache, subject, () => findMatches(index, criteria)),
      sort,
      order,
    ),
  );
  return { slots: slots.subarray(offset, offset + limit), total: slots.length };
}

function cached(cache: ListCache, key: string, find: () => Uint32Array): Uint32Array {
  const known = cache.get(key);
  if (known) return known;
  const found = find();
  cache.set(key, found);
  return found;
}

/** The slots that match the search and every filter, in no order. */
function findMatches(
  index: GameIndex,
  { search, ...values }: Omit<CatalogueQuery, "offset" | "limit" | "sort" | "order">,
): Uint32Array {
  const words = searchWords(search);
  let slots = words.length > 0 ? matchTitles(index, words) : index.orders.rating.ASC;
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) slots = slots.filter(filters[name as keyof ListFilters](value as never, index.columns));
  }
  return slots;
}

/** From one match in this many games on, walking through the whole order is cheaper than sorting the matches. */
const walkRatio = 50;

function sortMatches(index: GameIndex, matches: Uint32Array, sort: GameSort, order: Order): Uint32Array {
  const all = index.orders[sort][order];
  if (matches.length * walkRatio < all.length) return matches.toSorted(compareSlots(index, sort, order));
  const marks = new Uint8Array(index.titles.length);
  for (const slot of matches) marks[slot] = 1;
  const sorted = new Uint32Array(matches.length);
  let length = 0;
  for (const slot of all) if (marks[slot] === 1) sorted[length++] = slot;
  return sorted;
}
