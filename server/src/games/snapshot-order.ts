import type { Order } from "contract/games/sorting.ts";

/** Slots in an order, for both directions: values missing come last in each, and equal ones by id in each. */
export type Orders = Record<Order, Uint32Array<ArrayBuffer>>;

export type Compare = (a: number, b: number) => number;

/** The slots 0, 1, … in the order of their values; NaN = no value. Slots must be in the order of the ids. */
export function orderByValues(values: Float64Array): Orders {
  return orderOfWholeNumbers(values) ?? orderOfAnyNumbers(values);
}

/** Whole numbers that lie close together need not be sorted to be ranked; `null` where there are others. */
function orderOfWholeNumbers(values: Float64Array): Orders | null {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value)) return null;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const count = highest - lowest + 1;
  // none at all make a count below 0
  if (!(count > 0 && count <= values.length)) return null;
  return orderByRanks(
    ranksOf(values, count, (value) => value - lowest),
    count,
  );
}

function orderOfAnyNumbers(values: Float64Array): Orders {
  // Numbers sort by themselves many times faster than slots do with a comparator, and places are found faster than in a Map.
  const sorted = values.toSorted();
  let count = 0;
  for (const value of sorted) {
    if (!Number.isNaN(value) && (count === 0 || value !== sorted[count - 1])) sorted[count++] = value;
  }
  const distinct = sorted.subarray(0, count);
  return orderByRanks(
    ranksOf(values, count, (value) => rankIn(distinct, value)),
    count,
  );
}

/** Of values that are missing `count`. */
function ranksOf(values: Float64Array, count: number, rankOf: (value: number) => number): Uint32Array {
  const ranks = new Uint32Array(values.length).fill(count);
  for (let slot = 0; slot < values.length; slot++) {
    const value = values[slot]!;
    if (!Number.isNaN(value)) ranks[slot] = rankOf(value);
  }
  return ranks;
}

function rankIn(distinct: Float64Array, value: number): number {
  let low = 0;
  let high = distinct.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (distinct[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The slots in the order of their ranks, which are below `count`; that rank itself = no value. */
export function orderByRanks(ranks: Uint32Array, count: number): Orders {
  const slotsOfRank = new Uint32Array(count + 1);
  for (const rank of ranks) slotsOfRank[rank]! += 1;
  return { ASC: orderBy((rank) => rank), DESC: orderBy((rank) => (rank === count ? count : count - 1 - rank)) };

  function orderBy(placeOf: (rank: number) => number): Uint32Array<ArrayBuffer> {
    const starts = new Uint32Array(count + 2);
    for (let rank = 0; rank <= count; rank++) starts[placeOf(rank) + 1] = slotsOfRank[rank]!;
    for (let place = 0; place <= count; place++) starts[place + 1]! += starts[place]!;
    const order = new Uint32Array(ranks.length);
    for (let slot = 0; slot < ranks.length; slot++) order[starts[placeOf(ranks[slot]!)]!++] = slot;
    return order;
  }
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

/** Up to so many slots are found faster one by one than all in one pass. */
const fewSlots = 8;

/** How many slots can be added to an order before it is copied again. */
const spareSlots = 2_048;

/**
 * The order after some slots have changed: those `leaving` are taken out, and `arriving` put where they belong now.
 * Uses up the given order: what lies between is moved by a few large steps in its own memory, where that has room.
 */
export function reorder(
  order: Uint32Array<ArrayBuffer>,
  leaving: readonly number[],
  arriving: readonly number[],
  compare: Compare,
): Uint32Array<ArrayBuffer> {
  const gaps = placesOf(leaving, order);
  for (let n = 0; n < gaps.length; n++) order.copyWithin(gaps[n]! - n, gaps[n]! + 1, gaps[n + 1] ?? order.length);
  const staying = order.length - gaps.length;
  const merged = resize(order, staying + arriving.length);
  // from the back, so that what is yet to be moved is still in order
  let end = staying;
  const sorted = arriving.toSorted(compare);
  for (let n = sorted.length - 1; n >= 0; n--) {
    const position = positionOf(sorted[n]!, merged, end, compare);
    merged.copyWithin(position + n + 1, position, end);
    merged[position + n] = sorted[n]!;
    end = position;
  }
  return merged;
}

/** Where the slots stand, ascending. */
function placesOf(slots: readonly number[], order: Uint32Array): number[] {
  if (slots.length <= fewSlots) return slots.map((slot) => order.indexOf(slot)).sort((a, b) => a - b);
  const highest = Math.max(...slots);
  const marks = new Uint8Array(highest + 1);
  for (const slot of slots) marks[slot] = 1;
  const places: number[] = [];
  for (let at = 0; at < order.length; at++) {
    if (order[at]! <= highest && marks[order[at]!] === 1) places.push(at);
  }
  return places;
}

/** The order with another length, in the same memory if it is enough. */
function resize(order: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const { buffer, BYTES_PER_ELEMENT } = order;
  if (length * BYTES_PER_ELEMENT <= buffer.byteLength) return new Uint32Array(buffer, 0, length);
  const longer = new Uint32Array(length + spareSlots);
  longer.set(order);
  return longer.subarray(0, length);
}

/** Where the slot belongs among those before `end`, which are in order. */
function positionOf(slot: number, sorted: Uint32Array, end: number, compare: Compare): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle]!, slot) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
