import type { Order } from "contract/core/sorting.ts";
import type { GameFilters } from "contract/games/filters.ts";
import type { GameSort } from "contract/games/sorting.ts";
import { type Bits, bitsOf, countBits, createBits, hasBit, intersect, slotsOf } from "./bits.ts";
import { type Listed, openFilters, type SetFilter } from "./filters.ts";
import { compareIn, orderIn } from "./indexed-games.ts";
import { type LibraryFilter, passLibrary } from "./library.ts";
import type { ListCache } from "./list-cache.ts";
import { type SearchResult, searchGames } from "./search.ts";
import type { OrderedSort } from "./sort-orders.ts";

/** Selects the games of a list. */
export interface ListCriteria extends GameFilters {
  /** As typed; `""` = all titles. */
  search: string;
  /** Disables corrections and other spellings of the search. */
  exact?: boolean;
  showExplicit: boolean;
  /** Left out if the caller has no library, or requests all games. */
  library?: LibraryFilter | undefined;
}

export interface GamesQuery extends ListCriteria {
  sort: GameSort;
  order: Order;
  /** The start of the page within the list. */
  offset: number;
  limit: number;
}

/** The matches of each part of the criteria. */
export interface Matches {
  found: SearchResult | null;
  /** At least one. */
  parts: readonly { name: SetFilter["name"] | "search" | "library"; bits: Bits }[];
  /** The games that match all of them. */
  bits: Bits;
  /** The number of matches that the library hides. */
  hidden: number;
  /** The games that are left out only because they are explicit. */
  hiddenExplicit: Bits;
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
  const inAll = intersect(all.map(({ bits }) => bits));
  const { explicit } = index.columns;
  const hiddenExplicit = filters.showExplicit
    ? createBits(capacity)
    : intersect([
        lists.filter("explicit only", (slot) => explicit[slot] === 1, capacity),
        ...all.filter(({ name }) => name !== "explicit").map(({ bits }) => bits),
      ]);
  if (!library) return { found, parts: all, bits: inAll, hidden: 0, hiddenExplicit };
  const inLibrary = passLibrary(index, library);
  const bits = intersect([inAll, inLibrary]);
  return {
    found,
    parts: [...all, { name: "library", bits: inLibrary }],
    bits,
    hidden: library.view === "hide" ? countBits(inAll) - countBits(bits) : 0,
    hiddenExplicit: intersect([hiddenExplicit, inLibrary]),
  };
}

/** The slots of a page, the number of games in the whole list and of those that it hides, and the corrected search. */
export function findPage(listed: Listed, query: GamesQuery, lists: ListCache) {
  const { index, layout } = listed;
  const { offset, limit, sort: requestedSort, order, ...criteria } = query;
  const { found, bits, hidden, hiddenExplicit } = findMatches(listed, criteria, lists);
  const total = countBits(bits);
  const end = Math.min(offset + limit, total);
  const sort = orderedBy(requestedSort);
  const sorted = orderIn(index, layout, sort, order);
  return {
    slots: pageOf(),
    total,
    hidden,
    hiddenExplicit: countBits(hiddenExplicit),
    corrected: found?.corrected ?? null,
  };

  function pageOf(): Uint32Array {
    if (requestedSort === "relevance" && found) {
      return sortByRelevance(sorted, bits, found, order).subarray(offset, end);
    }
    if (total * fewRatio >= index.titles.length) return walkOrder(sorted, bits, { total, offset, end });
    return slotsOf(bits)
      .sort(compareIn(index, layout, sort, order))
      .subarray(offset, end);
  }
}

function orderedBy(sort: GameSort): OrderedSort {
  if (sort === "relevance") return "popularity";
  return sort === "cut" ? "discount" : sort;
}

/** If fewer than one game in this many matches, sorting the matches is cheaper than scanning the order of all games. */
const fewRatio = 500;

/** The slots of the set by class, best first (last if ascending), and within a class in the order `byPopularity`. */
export function sortByRelevance(
  byPopularity: Uint32Array,
  bits: Bits,
  { slots, classes }: Pick<SearchResult, "slots" | "classes">,
  order: Order,
): Uint32Array {
  const rank = (at: number) => (order === "DESC" ? classes[at]! : 255 - classes[at]!);
  const ranks = new Uint8Array(bits.length * 32);
  /** The count of each rank, then the next position of its games. */
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

/** The slots of the set from position `offset` to `end`, in that order. Walks from the nearer end. */
function walkOrder(
  slots: Uint32Array,
  bits: Bits,
  { total, offset, end }: { total: number; offset: number; end: number },
): Uint32Array {
  const page: number[] = [];
  if (offset >= total / 2) {
    for (let at = slots.length - 1, place = total - 1; place >= offset; at--) {
      if (!hasBit(bits, slots[at]!)) continue;
      if (place < end) page.push(slots[at]!);
      place -= 1;
    }
    return Uint32Array.from(page.reverse());
  }
  for (let at = 0, place = 0; place < end; at++) {
    if (!hasBit(bits, slots[at]!)) continue;
    if (place >= offset) page.push(slots[at]!);
    place += 1;
  }
  return Uint32Array.from(page);
}
