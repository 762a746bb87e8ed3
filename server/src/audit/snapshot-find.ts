import { systemUser } from "contract/audit/rules.ts";
import { searchWords } from "contract/games/rules.ts";
import type { Order } from "contract/games/sorting.ts";
import type { AuditColumns } from "./snapshot-columns.ts";

export type AuditSort = "performed_at" | "username" | "action" | "resource_type" | "description";

export interface AuditFilters {
  /** Every word must be in the description or the resource key. */
  search: string;
  /** As the entries show it. */
  user?: string | undefined;
  action?: string | undefined;
  resourceType?: string | undefined;
  /** Milliseconds; the range is from here … */
  from: number;
  /** … up to, but without, here. */
  until: number;
}

/** The name that entries of a user show; `null` for the system, which comes last in both directions. */
export type NameOf = (userId: number | null) => string | null;

/**
 * The places in the columns of all entries that the filters leave, in order; those that are equal come in the order of
 * the log, or in the reverse of it.
 */
export function findEntries(
  columns: AuditColumns,
  filters: AuditFilters,
  { sort, order }: { sort: AuditSort; order: Order },
  nameOf: NameOf,
): Uint32Array {
  const found = matching(columns, filters, nameOf);
  const sorted = sortBy(columns, found, sort, order, nameOf);
  return order === "DESC" ? sorted.reverse() : sorted;
}

/** How many entries were made from that time on, in milliseconds. */
export function countSince(columns: AuditColumns, from: number): number {
  return columns.size - firstAt(columns, from);
}

/** The first entry of that time or later. */
function firstAt({ performedAt, size }: AuditColumns, time: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (performedAt[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function matching(columns: AuditColumns, filters: AuditFilters, nameOf: NameOf): Uint32Array {
  const { users, actions, resources, texts } = columns;
  const { user, action, resourceType } = filters;
  const words = searchWords(filters.search);
  const first = firstAt(columns, filters.from);
  const end = Math.max(first, firstAt(columns, filters.until));
  const tests = [
    ...(user === undefined
      ? []
      : [{ codes: columns.user, good: flags(users.values, (id) => (nameOf(id) ?? systemUser) === user) }]),
    ...(action === undefined
      ? []
      : [{ codes: columns.action, good: flags(actions.values, (name) => name === action) }]),
    ...(resourceType === undefined
      ? []
      : [{ codes: columns.resource, good: flags(resources.values, (name) => name === resourceType) }]),
    ...(words.length === 0
      ? []
      : [{ codes: columns.text, good: flags(texts, (text) => words.every((word) => text.includes(word))) }]),
  ];
  let found = range(first, end);
  for (const { codes, good } of tests) found = keep(found, codes, good);
  return found;
}

function range(first: number, end: number): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(end - first);
  for (let at = 0; at < places.length; at += 1) places[at] = first + at;
  return places;
}

type Codes = Uint16Array | Uint32Array;

function flags<T>(values: readonly T[], isGood: (value: T) => boolean): Uint8Array {
  return Uint8Array.from(values, (value) => (isGood(value) ? 1 : 0));
}

function keep(places: Uint32Array<ArrayBuffer>, codes: Codes, good: Uint8Array): Uint32Array<ArrayBuffer> {
  let kept = 0;
  for (const place of places) {
    // writes never overtake what is still to be read
    if (good[codes[place]!]) places[kept++] = place;
  }
  return places.subarray(0, kept);
}

function sortBy(
  columns: AuditColumns,
  places: Uint32Array,
  sort: AuditSort,
  order: Order,
  nameOf: NameOf,
): Uint32Array {
  switch (sort) {
    case "performed_at":
      return places;
    case "username":
      return sortByRank(places, columns.user, ranksOf(columns.users.values.map(nameOf), order));
    case "action":
      return sortByRank(places, columns.action, ranksOf(columns.actions.values, order));
    case "resource_type":
      return sortByRank(places, columns.resource, ranksOf(columns.resources.values, order));
    case "description":
      return sortByRank(places, columns.text, inverse(columns.textOrder));
  }
}

/** By code, the place of its name among all names. Equal names share one; `null` is last after the turn to `order`. */
function ranksOf(names: readonly (string | null)[], order: Order): Uint32Array {
  const keys = names.map((name) => name?.toLowerCase() ?? null);
  const distinct = [...new Set(keys)].filter((key) => key !== null).sort();
  const shift = order === "DESC" ? 1 : 0;
  const ranks = new Map<string | null, number>(distinct.map((key, index) => [key, index + shift]));
  ranks.set(null, order === "DESC" ? 0 : distinct.length);
  return Uint32Array.from(keys, (key) => ranks.get(key)!);
}

function inverse(sequence: Uint32Array): Uint32Array {
  const places = new Uint32Array(sequence.length);
  for (let at = 0; at < sequence.length; at += 1) places[sequence[at]!] = at;
  return places;
}

/** Sorts by counting: as many steps as there are entries and ranks. Keeps the order of equals. */
function sortByRank(places: Uint32Array, codes: Codes, ranks: Uint32Array): Uint32Array {
  const starts = new Uint32Array(ranks.length + 2);
  for (const place of places) starts[ranks[codes[place]!]! + 1]! += 1;
  for (let rank = 1; rank < starts.length; rank += 1) starts[rank]! += starts[rank - 1]!;
  const sorted = new Uint32Array(places.length);
  for (const place of places) sorted[starts[ranks[codes[place]!]!]!++] = place;
  return sorted;
}
