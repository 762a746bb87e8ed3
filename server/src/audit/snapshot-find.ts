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

export interface AuditOrder {
  sort: AuditSort;
  order: Order;
}

/** A part of what is found: of a list of so many, from that place on. */
export interface AuditPart {
  limit: number;
  offset: number;
}

/**
 * The places in the columns of a part of the entries that the filters leave, in order, and how many these are. Those that
 * are equal come in the order of the log, or in the reverse of it.
 */
export function findEntries(
  columns: AuditColumns,
  filters: AuditFilters,
  { sort, order }: AuditOrder,
  { limit, offset }: AuditPart,
  nameOf: NameOf,
): { places: Uint32Array; total: number } {
  const found = matching(columns, filters, nameOf);
  const total = found.length;
  // the other direction is the same list from its end
  const first = order === "ASC" ? offset : total - offset - limit;
  const [from, to] = [first, first + limit].map((place) => Math.min(Math.max(place, 0), total)) as [number, number];
  const places = inOrder(columns, found, { sort, order }, nameOf, from, to);
  return { places: order === "DESC" ? places.reverse() : places, total };
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

/** By code, whether the value is good. */
function flags<T>(values: readonly T[], isGood: (value: T) => boolean): Uint8Array {
  // not `Uint8Array.from`, which goes through an array of this length several times slower
  const good = new Uint8Array(values.length);
  for (let code = 0; code < good.length; code += 1) good[code] = isGood(values[code]!) ? 1 : 0;
  return good;
}

function keep(places: Uint32Array<ArrayBuffer>, codes: Codes, good: Uint8Array): Uint32Array<ArrayBuffer> {
  let kept = 0;
  for (const place of places) {
    // writes never overtake what is still to be read
    if (good[codes[place]!]) places[kept++] = place;
  }
  return places.subarray(0, kept);
}

/** The places that stand from `from` to `to` when all are sorted, ascending. */
function inOrder(
  columns: AuditColumns,
  places: Uint32Array,
  { sort, order }: AuditOrder,
  nameOf: NameOf,
  from: number,
  to: number,
): Uint32Array {
  switch (sort) {
    case "performed_at":
      return places.slice(from, to);
    case "username":
      return inRanks(places, columns.user, ranksOf(columns.users.values.map(nameOf), order), from, to);
    case "action":
      return inRanks(places, columns.action, ranksOf(columns.actions.values, order), from, to);
    case "resource_type":
      return inRanks(places, columns.resource, ranksOf(columns.resources.values, order), from, to);
    case "description":
      return inRanks(places, columns.text, inverse(columns.textOrder), from, to);
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

/**
 * Sorts by counting, in as many steps as there are places and ranks, and keeps the order of equals. Only what is asked for
 * is written down: a page of a million is found without the million being moved.
 */
function inRanks(places: Uint32Array, codes: Codes, ranks: Uint32Array, from: number, to: number): Uint32Array {
  const next = new Uint32Array(ranks.length + 2);
  for (const place of places) next[ranks[codes[place]!]! + 1]! += 1;
  for (let rank = 1; rank < next.length; rank += 1) next[rank]! += next[rank - 1]!;
  const sorted = new Uint32Array(to - from);
  for (const place of places) {
    const at = next[ranks[codes[place]!]!]!++;
    if (at >= from && at < to) sorted[at - from] = place;
  }
  return sorted;
}
