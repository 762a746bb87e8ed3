import type { Order } from "contract/core/sorting.ts";
import { type GameSort, gameSorts } from "contract/games/sorting.ts";
import { lowerBound } from "../../../platform/process/lower-bound.ts";
import type { Columns } from "./columns.ts";

/** For each sort and direction all slots in that order. */
export type SortOrders = Record<GameSort, Record<Order, Uint32Array<ArrayBuffer>>>;

export type Compare = (a: number, b: number) => number;

/** What slots are compared by. */
export interface SortKeys {
  columns: Columns;
  /** Folded titles by slot. */
  titles: readonly string[];
}

/** Compares slots. Missing values come last in both directions, equal ones by id (spec/games 2.3). */
export function compareSlots({ columns, titles }: SortKeys, sort: GameSort, order: Order): Compare {
  const values = sort === "title" ? titles : columns[sort];
  const ids = columns.id;
  const direction = order === "ASC" ? 1 : -1;
  return (a, b) => {
    const x = values[a]!;
    const y = values[b]!;
    if (x < y) return -direction;
    if (x > y) return direction;
    return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || ids[a]! - ids[b]!;
  };
}

export function sortSlots(keys: SortKeys): SortOrders {
  const slots = Uint32Array.from(keys.titles.keys());
  const sorted = (sort: GameSort, order: Order) => slots.toSorted(compareSlots(keys, sort, order));
  const orders = gameSorts.map((sort) => [sort, { ASC: sorted(sort, "ASC"), DESC: sorted(sort, "DESC") }]);
  return Object.fromEntries(orders);
}

/**
 * The order with only the slots marked as `staying`, and with `arriving` where they belong. Reuses the memory of the
 * given order: new memory for all orders would be most of the work.
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
  // from the back, so that what has yet to move is still in order
  const sorted = arriving.toSorted(compare);
  for (let n = sorted.length - 1; n >= 0; n--) {
    const place = lowerBound(end, (at) => compare(merged[at]!, sorted[n]!) < 0);
    merged.copyWithin(place + n + 1, place, end);
    merged[place + n] = sorted[n]!;
    end = place;
  }
  return merged;
}
