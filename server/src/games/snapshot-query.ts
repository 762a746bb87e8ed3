import type { GameSort, Order } from "contract/games/sorting.ts";
import type { StoreKey } from "contract/stores.ts";
import { flag, sells } from "./snapshot-columns.ts";
import { compareIn, type Snapshot } from "./snapshot-model.ts";
import { findTitles } from "./snapshot-ngrams.ts";

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
}

/** From one hit in so many games on, walking a whole order is cheaper than sorting the hits. */
const hitsWorthWalking = 1_000;

/** Passes the flags that have all of `wanted` and no other of `relevant`. */
interface Filter {
  relevant: number;
  wanted: number;
}

/** The slots of the games that match, in the order asked for. They may not be written to. */
export function findSlots(snapshot: Snapshot, query: GameQuery): Uint32Array {
  const wanted = (query.store ? sells(query.store) : 0) | (query.free ? flag.free : 0);
  const filter = { wanted, relevant: wanted | (query.showExplicit ? 0 : flag.explicit) };
  const order = snapshot.orders[query.sort][query.order];
  if (query.words.length === 0) return filterOrder(snapshot, order, filter);
  const hits = findHits(snapshot, query.words, filter);
  return hits.length < order.length / hitsWorthWalking
    ? hits.sort(compareIn(snapshot, query.sort, query.order))
    : sortHits(snapshot, order, hits);
}

function filterOrder({ columns }: Snapshot, order: Uint32Array, { relevant, wanted }: Filter): Uint32Array {
  if (relevant === 0) return order;
  const { flags } = columns;
  const passing = new Uint32Array(order.length);
  let length = 0;
  for (let at = 0; at < order.length; at++) {
    const slot = order[at]!;
    passing[length] = slot;
    if ((flags[slot]! & relevant) === wanted) length++;
  }
  return passing.slice(0, length);
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

/** Brings the hits into the order by walking it until all have been met. */
function sortHits({ marks }: Snapshot, order: Uint32Array, hits: Uint32Array): Uint32Array {
  const sorted = new Uint32Array(hits.length);
  for (let at = 0; at < hits.length; at++) marks[hits[at]!] = 1;
  let met = 0;
  for (let at = 0; met < hits.length; at++) {
    const slot = order[at]!;
    sorted[met] = slot;
    met += marks[slot]!;
  }
  for (let at = 0; at < hits.length; at++) marks[hits[at]!] = 0;
  return sorted;
}
