import type { TitleIndex } from "./snapshot-ngrams.ts";
import { type Orders, orderByRanks } from "./snapshot-order.ts";

/** So many units of a title are compared at once, as one number: as many as fit into a double. */
const unitsAtOnce = 3;

/** One for each UTF-16 unit, and 0 for the end of a title. */
const unitRange = 2 ** 16 + 1;

/**
 * The slots in the order of the UTF-16 units of their titles. By quicksort into less, equal and more; those that are equal
 * go on with their next units. Several times faster than sorting strings, which begin anew with each comparison.
 */
export function orderByTitles({ units, starts }: Pick<TitleIndex, "units" | "starts">): Orders {
  const count = starts.length - 1;
  const slots = Uint32Array.from({ length: count }, (_, slot) => slot);
  const keys = new Float64Array(count);
  const ranks = new Uint32Array(count);

  function keyOf(slot: number, depth: number): number {
    const end = starts[slot + 1]!;
    let key = 0;
    for (let at = starts[slot]! + depth, n = 0; n < unitsAtOnce; at++, n++) {
      key = key * unitRange + (at < end ? units[at]! + 1 : 0);
    }
    return key;
  }

  /** Ranges whose titles are equal up to a depth, and still to be sorted by what comes then. */
  const ranges = [{ low: 0, high: count, depth: 0 }];

  function sortByKeys(low: number, high: number, depth: number): void {
    if (low === high) return;
    const pivot = keys[(low + high) >>> 1]!;
    let less = low;
    let more = high;
    for (let at = low; at < more; ) {
      if (keys[at]! < pivot) swap(at++, less++);
      else if (keys[at]! > pivot) swap(at, --more);
      else at++;
    }
    sortByKeys(low, less, depth);
    sortByKeys(more, high, depth);
    const isEnd = pivot % unitRange === 0;
    if (!isEnd && more - less > 1) ranges.push({ low: less, high: more, depth: depth + unitsAtOnce });
    else for (let at = less; at < more; at++) ranks[slots[at]!] = less;
  }

  function swap(a: number, b: number): void {
    const key = keys[a]!;
    keys[a] = keys[b]!;
    keys[b] = key;
    const slot = slots[a]!;
    slots[a] = slots[b]!;
    slots[b] = slot;
  }

  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const { low, high, depth } = range;
    for (let at = low; at < high; at++) keys[at] = keyOf(slots[at]!, depth);
    sortByKeys(low, high, depth);
  }
  return orderByRanks(ranks, count);
}
