import type { Order } from "contract/games/sorting.ts";

/** Slots in an order, for both directions: values missing come last in each, and equal ones by id in each. */
export type Orders = Record<Order, Uint32Array<ArrayBuffer>>;

export type Compare = (a: number, b: number) => number;

/** What one value can be shifted by to make room for a slot beside it in a double's 53 bits. */
const slotRange = 2 ** 32;

/** Sorts the slots 0, 1, … by their values. NaN = no value. Slots must be in the order of the ids. */
export function orderByValues(values: Float64Array): Orders {
  // Numbers sort much faster than a comparator does: each value gives way to its rank, and takes its slot along.
  const distinct = Float64Array.from(new Set(values)).sort();
  const ranks = new Map<number, number>();
  for (const value of distinct) ranks.set(value, ranks.size);
  const keys = new Float64Array(values.length);
  // NaN is equal to itself in a Set and a Map, and sorts last
  for (let slot = 0; slot < keys.length; slot++) keys[slot] = ranks.get(values[slot]!)! * slotRange + slot;
  keys.sort();
  const ascending = Uint32Array.from(keys, (key) => key % slotRange);
  return { ASC: ascending, DESC: reverseGroups(ascending, values) };
}

/** The opposite direction: groups of equal values change places, inside they stay; those without a value stay last. */
function reverseGroups(ascending: Uint32Array, values: Float64Array): Uint32Array<ArrayBuffer> {
  const reversed = new Uint32Array(ascending.length);
  let end = ascending.length;
  while (end > 0 && Number.isNaN(values[ascending[end - 1]!])) end--;
  reversed.set(ascending.subarray(end), end);
  let written = 0;
  while (end > 0) {
    let start = end - 1;
    while (start > 0 && values[ascending[start - 1]!] === values[ascending[end - 1]!]) start--;
    reversed.set(ascending.subarray(start, end), written);
    written += end - start;
    end = start;
  }
  return reversed;
}

/** Compares slots by value in that direction, then by id. */
export function compareByValues(values: Float64Array, ids: Int32Array, order: Order): Compare {
  const direction = order === "ASC" ? 1 : -1;
  return (a, b) => {
    const x = values[a]!;
    const y = values[b]!;
    if (x < y) return -direction;
    if (x > y) return direction;
    return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || ids[a]! - ids[b]!;
  };
}

/** Compares slots by title in the order of UTF-16 units, then by id. */
export function compareByTitles(titleOf: (slot: number) => string, ids: Int32Array, order: Order): Compare {
  const direction = order === "ASC" ? 1 : -1;
  return (a, b) => {
    const x = titleOf(a);
    const y = titleOf(b);
    if (x === y) return ids[a]! - ids[b]!;
    return x < y ? -direction : direction;
  };
}

/**
 * The order after some slots have changed: those marked in `leaving` are taken out, and `arriving` put where they
 * belong now. Costs one pass over the order, and a binary search for each that arrives.
 */
export function reorder(
  order: Uint32Array,
  leaving: Uint8Array,
  arriving: readonly number[],
  compare: Compare,
): Uint32Array<ArrayBuffer> {
  const staying = new Uint32Array(order.length);
  let length = 0;
  for (const slot of order) {
    staying[length] = slot;
    length += 1 - leaving[slot]!;
  }
  const merged = new Uint32Array(length + arriving.length);
  let taken = 0;
  let written = 0;
  for (const slot of arriving.toSorted(compare)) {
    const position = positionOf(slot, staying, taken, length, compare);
    merged.set(staying.subarray(taken, position), written);
    written += position - taken;
    merged[written++] = slot;
    taken = position;
  }
  merged.set(staying.subarray(taken, length), written);
  return merged;
}

/** Where the slot belongs among the sorted ones from `start` to `end`. */
function positionOf(slot: number, sorted: Uint32Array, start: number, end: number, compare: Compare): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle]!, slot) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
