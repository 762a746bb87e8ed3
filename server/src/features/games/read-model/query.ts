import type { Order } from "contract/core/sorting.ts";
import type { GameFilters } from "contract/games/filters.ts";
import type { GameSort } from "contract/games/sorting.ts";
import { type Bits, bitsOf, countBits, hasBit, intersect, slotsOf } from "./bits.ts";
import { type Listed, openFilters, type SetFilter } from "./filters.ts";
import { compareIn, orderIn } from "./game-index.ts";
import { type LibraryFilter, passLibrary } from "./library.ts";
import { type ListCache, type ListKey, sortKey, wholeOrder } from "./list-cache.ts";
import { type SearchResult, searchGames } from "./search.ts";

/** Which games a list has. */
export interface ListCriteria extends GameFilters {
  /** As typed; `""` = all titles. */
  search: string;
  /** Without corrections and other spellings of the search. */
  exact?: boolean;
  showExplicit: boolean;
  /** Left out where the caller has no library, or wants to see all games. */
  library?: LibraryFilter | undefined;
}

export interface CatalogueQuery extends ListCriteria {
  sort: GameSort;
  order: Order;
  /** Which part of the whole list. */
  offset: number;
  limit: number;
}

/** What matches each part of the criteria. */
export interface Matches {
  found: SearchResult | null;
  /** One at least. */
  parts: readonly { name: SetFilter["name"] | "search" | "library"; bits: Bits }[];
  /** The games that match all of them. */
  bits: Bits;
  /** How many more match all but the library, which hides them. */
  hidden: number;
  /** What they depend on, apart from the library. */
  keys: readonly ListKey[];
}

export function findMatches(
  listed: Listed,
  { search, exact = false, library, ...filters }: ListCriteria,
  lists: ListCache,
): Matches {
  const { index } = listed;
  const capacity = index.columns.id.length;
  const found = searchGames(index, search, { exact });
  const set = openFilters(filters, listed);
  const all: Matches["parts"] = [
    ...set.map(({ name, key, passes }) => ({ name, bits: lists.filter(key, passes, capacity) })),
    ...(found ? [{ name: "search" as const, bits: bitsOf(capacity, found.slots) }] : []),
  ];
  const keys = ["titles", ...set.map(({ key }) => key)] as const;
  const inAll = intersect(all.map(({ bits }) => bits));
  if (!library) return { found, parts: all, bits: inAll, hidden: 0, keys };
  const shown = passLibrary(index, library);
  const bits = intersect([inAll, shown]);
  return {
    found,
    parts: [...all, { name: "library", bits: shown }],
    bits,
    hidden: library.view === "hide" ? countBits(inAll) - countBits(bits) : 0,
    keys,
  };
}

/**
 * The slots of a page, the number of games in the whole list and of those that the library hides from it, the search
 * that was used instead of the requested one, and what the list depends on.
 */
export function findPage(listed: Listed, query: CatalogueQuery, lists: ListCache) {
  const { index, prices } = listed;
  const { offset, limit, sort: requestedSort, order, ...criteria } = query;
  const { found, bits, hidden, keys } = findMatches(listed, criteria, lists);
  const total = countBits(bits);
  const end = Math.min(offset + limit, total);
  const sort = requestedSort === "relevance" ? "popularity" : requestedSort;
  const sorted = orderIn(index, prices, sort, order);
  let page: { slots: Uint32Array; walked: number };
  if (requestedSort === "relevance" && found) {
    page = { slots: sortByRelevance(sorted, bits, found, order).subarray(offset, end), walked: wholeOrder };
  } else if (total * fewRatio < index.titles.length) {
    const few = slotsOf(bits).sort(compareIn(index, prices, sort, order));
    page = { slots: few.subarray(offset, end), walked: wholeOrder };
  } else {
    page = walkOrder(sorted, bits, { total, offset, end });
  }
  return {
    slots: page.slots,
    total,
    hidden,
    corrected: found?.corrected ?? null,
    keys: [...keys, sortKey(sort, order, page.walked)],
  };
}

/** Up to one game in this many, sorting the matches is cheaper than looking for them in the order of all games. */
const fewRatio = 500;

/** The slots of the set, best class first, or last when ascending, and as in `byPopularity` within a class. */
export function sortByRelevance(
  byPopularity: Uint32Array,
  bits: Bits,
  { slots, classes }: Pick<SearchResult, "slots" | "classes">,
  order: Order,
): Uint32Array {
  const rank = (at: number) => (order === "DESC" ? classes[at]! : 255 - classes[at]!);
  const ranks = new Uint8Array(bits.length * 32);
  /** Of each rank, then where its games begin. */
  const places = new Uint32Array(257);
  for (let at = 0; at < slots.length; at++) {
    if (!hasBit(bits, slots[at]!)) continue;
    ranks[slots[at]!] = rank(at);
    places[rank(at) + 1]! += 1;
  }
  for (let n = 1; n < places.length; n++) places[n]! += places[n - 1]!;
  const sorted = new Uint32Array(places[256]!);
  for (let at = 0; at < byPopularity.length; at++) {
    const slot = byPopularity[at]!;
    if (!hasBit(bits, slot)) continue;
    const rank = ranks[slot]!;
    sorted[places[rank]!] = slot;
    places[rank]! += 1;
  }
  return sorted;
}

/**
 * The slots of the set from place `offset` up to `end` among them, in that order, and how many places of the order they
 * depend on. Walks from the nearer end.
 */
function walkOrder(
  slots: Uint32Array,
  bits: Bits,
  { total, offset, end }: { total: number; offset: number; end: number },
): { slots: Uint32Array; walked: number } {
  const page = new Uint32Array(Math.max(0, end - offset));
  if (offset >= total / 2) {
    for (let at = slots.length - 1, place = total - 1; place >= offset; at--) {
      if (!hasBit(bits, slots[at]!)) continue;
      if (place < end) page[place - offset] = slots[at]!;
      place -= 1;
    }
    return { slots: page, walked: wholeOrder };
  }
  let at = 0;
  for (let place = 0; place < end; at++) {
    if (!hasBit(bits, slots[at]!)) continue;
    if (place >= offset) page[place - offset] = slots[at]!;
    place += 1;
  }
  return { slots: page, walked: at };
}
