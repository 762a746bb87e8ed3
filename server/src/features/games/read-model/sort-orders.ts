import type { Order } from "contract/core/sorting.ts";
import { type GameSort, gameSorts } from "contract/games/sorting.ts";
import { lowerBound } from "../../../platform/process/lower-bound.ts";

/** The sorts by price, which depend on the market (`layout.ts`). */
export const marketSorts = ["lowest_price", "discount", "price_changed"] as const satisfies readonly GameSort[];
export type MarketSort = (typeof marketSorts)[number];

/** The sorts with an order of all games; relevance depends on the search, and `cut` is another name of `discount`. */
export type OrderedSort = Exclude<GameSort, "relevance" | "cut">;

export type FactSort = Exclude<OrderedSort, MarketSort>;
export const factSorts = gameSorts.filter(
  (sort): sort is FactSort => sort !== "relevance" && sort !== "cut" && !isMarketSort(sort),
);

export function isMarketSort(sort: GameSort): sort is MarketSort {
  return (marketSorts as readonly GameSort[]).includes(sort);
}

/** For each sort and direction all slots in that order. */
export type SortOrders<Sort extends OrderedSort = OrderedSort> = Record<Sort, Record<Order, Uint32Array<ArrayBuffer>>>;

export type Compare = (a: number, b: number) => number;

/** The values by which slots are compared, and the ids. */
export interface SortKeys<Sort extends OrderedSort> {
  columns: Record<Exclude<Sort, "title">, Float64Array<ArrayBuffer>>;
  ids: Float64Array<ArrayBuffer>;
  /** Folded titles by slot, for the sort of that name. */
  titles?: readonly string[];
}

/** Compares slots. Missing values come last in both directions, equal ones by id (spec/games 2.3). */
export function compareSlots<Sort extends OrderedSort>(keys: SortKeys<Sort>, sort: Sort, order: Order): Compare {
  const { ids } = keys;
  const values = valuesOf(keys, sort);
  const direction = order === "ASC" ? 1 : -1;
  return (a, b) => {
    const x = values[a]!;
    const y = values[b]!;
    if (x < y) return -direction;
    if (x > y) return direction;
    return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || ids[a]! - ids[b]!;
  };
}

function valuesOf<Sort extends OrderedSort>({ columns, titles = [] }: SortKeys<Sort>, sort: Sort) {
  return sort === "title" ? titles : columns[sort as Exclude<Sort, "title">];
}

/** Compares values: highest first, NaN last. */
export function highestFirst(a: number, b: number): number {
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || b - a || 0;
}

/** The orders of the first `size` slots. */
export function sortSlots<Sort extends OrderedSort>(
  keys: SortKeys<Sort>,
  sorts: readonly Sort[],
  size: number,
): SortOrders<Sort> {
  const slots = Uint32Array.from({ length: size }, (_, slot) => slot);
  const orders = sorts.map((sort) => {
    const ascending = slots.toSorted(compareSlots(keys, sort, "ASC"));
    return [sort, { ASC: ascending, DESC: reversed(ascending, valuesOf(keys, sort)) }];
  });
  return Object.fromEntries(orders) as SortOrders<Sort>;
}

/** Reverses an ascending order: equal values keep their order, and missing ones stay last. */
function reversed(ascending: Uint32Array<ArrayBuffer>, values: ArrayLike<unknown>): Uint32Array<ArrayBuffer> {
  const value = (at: number) => values[ascending[at]!];
  const descending = new Uint32Array(ascending.length);
  const missing = lowerBound(ascending.length, (at) => !Number.isNaN(value(at)));
  descending.set(ascending.subarray(missing), missing);
  for (let end = missing, place = 0; end > 0; ) {
    let start = end - 1;
    while (start > 0 && value(start - 1) === value(end - 1)) start -= 1;
    descending.set(ascending.subarray(start, end), place);
    place += end - start;
    end = start;
  }
  return descending;
}

/**
 * The order of the slots marked as `staying`, with `arriving` inserted. Reuses the memory of the given order, since
 * allocating all orders would dominate the work.
 */
export function reorder(
  order: Uint32Array<ArrayBuffer>,
  staying: Uint8Array,
  arriving: readonly number[],
  compare: Compare,
): Uint32Array<ArrayBuffer> {
  let end = 0;
  for (let at = 0; at < order.length; at++) if (staying[order[at]!] === 1) order[end++] = order[at]!;
  const length = end + arriving.length;
  const merged = length <= order.length ? order.subarray(0, length) : new Uint32Array(length);
  if (merged.buffer !== order.buffer) merged.set(order.subarray(0, end));
  // from the back, so that the slots not moved yet are still in order
  const sorted = arriving.toSorted(compare);
  for (let n = sorted.length - 1; n >= 0; n--) {
    const place = lowerBound(end, (at) => compare(merged[at]!, sorted[n]!) < 0);
    merged.copyWithin(place + n + 1, place, end);
    merged[place + n] = sorted[n]!;
    end = place;
  }
  return merged;
}
