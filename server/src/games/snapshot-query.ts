import type { GameSort, Order } from "contract/games/sorting.ts";
import type { StoreKey } from "contract/stores.ts";
import { flag, sells } from "./snapshot-columns.ts";
import { compareIn, type Snapshot } from "./snapshot-model.ts";
import { findTitles } from "./snapshot-ngrams.ts";
import type { ResultCache } from "./snapshot-results.ts";

export interface GameQuery {
  /** `searchWords` of the search; none = all titles. */
  words: readonly string[];
  /** Only games that the store sells. */
  store?: StoreKey | undefined;
  /** Only games that a store sells at 0. */
  free?: boolean;
  sort: GameSort;
  order: Order;
  showExplicit: boolean;
  /** Which part of the whole list. */
  offset: number;
  limit: number;
}

/** A part of a list. */
export interface FoundPage {
  /** In the order asked for. They may not be written to. */
  slots: Uint32Array;
  /** How many games the whole list has. */
  total: number;
}

/** From one hit in so many games on, walking an order is cheaper than sorting the hits. */
const hitsWorthWalking = 1_000;

/** So many places of an order are counted together: what a page needs of a long list is found by a short walk. */
const blockSize = 512;

/** Passes the flags that have all of `wanted` and no other of `relevant`. */
interface Filter {
  relevant: number;
  wanted: number;
}

/** The games that match: one page of them, and how many there are. What pages share is kept in `results`. */
export function findPage(snapshot: Snapshot, query: GameQuery, results: ResultCache): FoundPage {
  const wanted = (query.store ? sells(query.store) : 0) | (query.free ? flag.free : 0);
  const filter = { wanted, relevant: wanted | (query.showExplicit ? 0 : flag.explicit) };
  return query.words.length === 0
    ? pageOfOrder(snapshot, query, filter, results)
    : pageOfHits(snapshot, query, filter, results);
}

function pageOfOrder(snapshot: Snapshot, query: GameQuery, filter: Filter, results: ResultCache): FoundPage {
  const { sort, order: direction, offset, limit } = query;
  const order = snapshot.orders[sort][direction];
  const { relevant, wanted } = filter;
  if (relevant === 0) return { slots: order.subarray(offset, offset + limit), total: order.length };
  const passing = results.get(`${sort} ${direction} ${relevant} ${wanted}`, () =>
    countPassing(snapshot, order, filter),
  );
  const total = passing.at(-1)!;
  const block = blockOf(passing, offset);
  const { flags } = snapshot.columns;
  const slots = walk(order, block * blockSize, {
    passes: (slot) => (flags[slot]! & relevant) === wanted,
    skip: offset - passing[block]!,
    take: Math.min(limit, total - offset),
  });
  return { slots, total };
}

/** How many slots pass before each block of the order; the last figure is that of the whole order. */
function countPassing({ columns }: Snapshot, order: Uint32Array, { relevant, wanted }: Filter): Uint32Array {
  const { flags } = columns;
  const counts = new Uint32Array(Math.ceil(order.length / blockSize) + 1);
  let passed = 0;
  for (let at = 0; at < order.length; at++) {
    if (at % blockSize === 0) counts[at / blockSize] = passed;
    if ((flags[order[at]!]! & relevant) === wanted) passed++;
  }
  counts[counts.length - 1] = passed;
  return counts;
}

/** The last block before which no more than `offset` slots pass. */
function blockOf(passing: Uint32Array, offset: number): number {
  let low = 0;
  let high = passing.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (passing[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function pageOfHits(snapshot: Snapshot, query: GameQuery, filter: Filter, results: ResultCache): FoundPage {
  const { words, sort, order: direction, offset, limit } = query;
  const question = JSON.stringify([words, filter.relevant, filter.wanted]);
  const hits = results.get(question, () => findHits(snapshot, words, filter));
  const total = hits.length;
  const order = snapshot.orders[sort][direction];
  if (total < order.length / hitsWorthWalking) {
    const sorted = hits.toSorted(compareIn(snapshot, sort, direction));
    return { slots: sorted.subarray(offset, offset + limit), total };
  }
  const { marks } = snapshot;
  for (let at = 0; at < total; at++) marks[hits[at]!] = 1;
  const passes = (slot: number) => marks[slot] === 1;
  const slots = walk(order, 0, { passes, skip: offset, take: Math.min(limit, total - offset) });
  for (let at = 0; at < total; at++) marks[hits[at]!] = 0;
  return { slots, total };
}

/** The slots whose title has every word, in no order. */
function findHits(snapshot: Snapshot, words: readonly string[], { relevant, wanted }: Filter): Uint32Array {
  const { columns, titles, newTitles } = snapshot;
  const { flags } = columns;
  const indexed = findTitles(titles, words);
  const hits = new Uint32Array(indexed.length + newTitles.size);
  let length = 0;
  const outdated = flag.deleted | flag.retitled;
  for (let at = 0; at < indexed.length; at++) {
    const slot = indexed[at]!;
    hits[length] = slot;
    if ((flags[slot]! & (relevant | outdated)) === wanted) length++;
  }
  for (const [slot, title] of newTitles) {
    if ((flags[slot]! & (relevant | flag.deleted)) !== wanted) continue;
    if (words.every((word) => title.includes(word))) hits[length++] = slot;
  }
  return hits.subarray(0, length);
}

interface Walk {
  passes(slot: number): boolean;
  /** So many that pass are left out first. */
  skip: number;
  /** So many are collected then; there must be that many. */
  take: number;
}

/** Collects slots along an order from a place of it on. */
function walk(order: Uint32Array, start: number, { passes, skip, take }: Walk): Uint32Array {
  const slots = new Uint32Array(Math.max(0, take));
  let length = 0;
  for (let at = start; length < slots.length; at++) {
    const slot = order[at]!;
    if (!passes(slot)) continue;
    if (skip > 0) skip--;
    else slots[length++] = slot;
  }
  return slots;
}
