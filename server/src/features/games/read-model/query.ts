import { toCents } from "contract/core/money.ts";
import type { Order } from "contract/core/sorting.ts";
import { searchWords } from "contract/core/text.ts";
import type { GameFilters } from "contract/games/api.ts";
import type { GameSort } from "contract/games/sorting.ts";
import { storeKeys } from "contract/stores.ts";
import { LRUCache } from "lru-cache";
import type { Columns } from "./columns.ts";
import { cacheBytes, entryBytes, type GameIndex, matchTitles } from "./game-index.ts";
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
 * What each filter lets through; `null` = everything. A new one is an entry of `gameFilters` in the contract and an
 * entry here; what it looks at is one of `columnValues`.
 */
const filters: {
  [Name in keyof ListFilters]-?: (value: NonNullable<ListFilters[Name]>, columns: Columns) => Passes | null;
} = {
  store: (store, columns) => (slot) => columns[store][slot]! >= 0,
  // false for games without a price, which are NaN
  max_price: (dollars, columns) => (slot) => columns.lowest_price[slot]! <= toCents(dollars)!,
  free: (free, columns) => (free ? (slot) => storeKeys.some((store) => columns[store][slot] === 0) : null),
  showExplicit: (show, columns) => (show ? null : (slot) => columns.explicit[slot] === 0),
};

/** 1 for each slot that belongs to a set. */
type Marks = Uint8Array<ArrayBuffer>;

/** The games that match: a list while they are few, else marks. */
interface Matches {
  total: number;
  /** In no order. Empty when there are marks. */
  few: Uint32Array;
  marks: Marks | null;
}

/** To be cleared with every change. */
export interface QueryCache {
  /** What each value of a filter lets through. */
  filters: LRUCache<string, Marks>;
  /** By what was asked for. */
  matches: LRUCache<string, Matches>;
}

export function createQueryCache(): QueryCache {
  return {
    filters: new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ byteLength }) => byteLength + entryBytes }),
    matches: new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ few, marks }) => few.byteLength + (marks?.byteLength ?? 0) + entryBytes,
    }),
  };
}

/** The slots of a page, and the number of games in the whole list. */
export function findPage(index: GameIndex, query: CatalogueQuery, cache: QueryCache) {
  const { offset, limit, sort, order, ...criteria } = query;
  const key = JSON.stringify(criteria);
  const { total, few, marks } = remember(cache.matches, key, () => findMatches(index, criteria, cache));
  const end = Math.min(offset + limit, total);
  const slots = marks
    ? walkOrder(index.orders[sort][order], marks, { total, offset, end })
    : few.toSorted(compareSlots(index, sort, order)).subarray(offset, end);
  return { slots, total };
}

/** Up to one game in this many, sorting the matches is cheaper than looking for them in the order of all games. */
const fewRatio = 500;

function findMatches(
  index: GameIndex,
  { search, ...values }: Omit<CatalogueQuery, "offset" | "limit" | "sort" | "order">,
  cache: QueryCache,
): Matches {
  const words = searchWords(search);
  let slots = words.length > 0 ? matchTitles(index, words) : index.orders.rating.ASC;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const passes = filters[name as keyof ListFilters](value as never, index.columns);
    if (!passes) continue;
    const marks = remember(cache.filters, `${name} ${value}`, () => markAll(index, passes));
    slots = slots.filter((slot) => marks[slot] === 1);
  }
  const total = slots.length;
  if (total * fewRatio < index.titles.length) return { total, few: slots, marks: null };
  const marks = new Uint8Array(index.titles.length);
  for (const slot of slots) marks[slot] = 1;
  return { total, few: new Uint32Array(), marks };
}

function markAll({ titles }: GameIndex, passes: Passes): Marks {
  const marks = new Uint8Array(titles.length);
  for (let slot = 0; slot < marks.length; slot++) marks[slot] = Number(passes(slot));
  return marks;
}

function remember<Value extends {}>(cache: LRUCache<string, Value>, key: string, find: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const found = find();
  cache.set(key, found);
  return found;
}

/** The marked slots from place `offset` up to `end` among them, in that order. Walks from the nearer end. */
function walkOrder(
  slots: Uint32Array,
  marks: Marks,
  { total, offset, end }: { total: number; offset: number; end: number },
): Uint32Array {
  const page = new Uint32Array(Math.max(0, end - offset));
  if (offset < total / 2) {
    for (let at = 0, place = 0; place < end; at++) {
      if (marks[slots[at]!] !== 1) continue;
      if (place >= offset) page[place - offset] = slots[at]!;
      place += 1;
    }
  } else {
    for (let at = slots.length - 1, place = total - 1; place >= offset; at--) {
      if (marks[slots[at]!] !== 1) continue;
      if (place < end) page[place - offset] = slots[at]!;
      place -= 1;
    }
  }
  return page;
}
