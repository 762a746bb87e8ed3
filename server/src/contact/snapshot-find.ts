import { type SubmissionSort, type SubmissionStatus, submissionStatuses } from "contract/contact/rules.ts";
import { searchWords } from "contract/games/rules.ts";
import type { Order } from "contract/games/sorting.ts";
import { mergeSorted } from "../db/merge-sorted.ts";
import type { InboxLine } from "./queries.ts";

/** What orders are kept by: what never changes of a message. Its status does; equal ones are in the order of their ids. */
const kept = ["id", "submitted_at", "name", "email", "subject"] as const;
type Kept = (typeof kept)[number];

/** Messages in memory: some hundred bytes each. */
export interface InboxLines {
  /** In the order in which they came. */
  all: InboxLine[];
  /** Places in `all`. */
  placeOf: Map<number, number>;
  /** All places, by each value, then by id; ascending. */
  orders: Record<Kept, Uint32Array>;
}

export interface InboxFilters {
  /** Every word must be in name, address or subject. */
  search: string;
  /** Left out: everything but spam. */
  status?: SubmissionStatus | undefined;
}

/** A part of what is found, in an order. */
export interface InboxPart {
  sort: SubmissionSort;
  order: Order;
  limit: number;
  offset: number;
}

export function emptyLines(): InboxLines {
  const none = new Uint32Array(0);
  return {
    all: [],
    placeOf: new Map(),
    orders: { id: none, submitted_at: none, name: none, email: none, subject: none },
  };
}

/** Adds messages that are not there yet. */
export function addLines({ all, placeOf, orders }: InboxLines, lines: readonly InboxLine[]): void {
  const first = all.length;
  for (const line of lines) placeOf.set(line.id, all.push(line) - 1);
  for (const by of kept) {
    const compare = (a: number, b: number) => comparisons[by](all[a]!, all[b]!);
    const added = Uint32Array.from(lines, (_, index) => first + index).sort(compare);
    orders[by] = mergeSorted(new Uint32Array(all.length), orders[by], added, compare);
  }
}

/** Takes over the status of a message. `false` when it is not there, or is not the message that it was. */
export function updateLine({ all, placeOf }: InboxLines, line: InboxLine): boolean {
  const known = all[placeOf.get(line.id) ?? -1];
  if (!known || kept.some((by) => comparisons[by](known, line) !== 0)) return false;
  known.status = line.status;
  return true;
}

/** A part of what the filters leave, by id, and how many that are. Equal ones are in the order of their ids, in the same direction. */
export function findLines(
  { all, orders }: InboxLines,
  { search, status }: InboxFilters,
  { sort, order, limit, offset }: InboxPart,
): { ids: number[]; total: number } {
  const words = searchWords(search);
  const isFound = (line: InboxLine) =>
    (status ? line.status === status : line.status !== "spam") &&
    words.every((word) => line.name.includes(word) || line.email.includes(word) || line.subject.includes(word));
  // by place: 0 = left out, else the status from 1 on. All are looked at in the order in which memory has them
  const marks = new Uint8Array(all.length);
  for (let place = 0; place < marks.length; place += 1) {
    const line = all[place]!;
    if (isFound(line)) marks[place] = 1 + ranks[line.status];
  }

  const ids: number[] = [];
  let total = 0;
  const ordered = sort === "status" ? byMark(orders.id, marks) : orders[sort];
  for (let step = 0; step < ordered.length; step += 1) {
    const place = ordered[order === "ASC" ? step : ordered.length - 1 - step]!;
    if (marks[place] === 0) continue;
    if (total >= offset && ids.length < limit) ids.push(all[place]!.id);
    total += 1;
  }
  return { ids, total };
}

const ranks = Object.fromEntries(submissionStatuses.map((status, rank) => [status, rank])) as Record<
  SubmissionStatus,
  number
>;

/** Sorts places by their marks, by counting; equal ones stay in their order. */
function byMark(places: Uint32Array, marks: Uint8Array): Uint32Array {
  const starts = new Uint32Array(submissionStatuses.length + 2);
  for (const mark of marks) starts[mark + 1]! += 1;
  for (let mark = 1; mark < starts.length; mark += 1) starts[mark]! += starts[mark - 1]!;
  const sorted = new Uint32Array(places.length);
  for (const place of places) sorted[starts[marks[place]!]!++] = place;
  return sorted;
}

const comparisons: Record<Kept, (a: InboxLine, b: InboxLine) => number> = {
  id: (a, b) => a.id - b.id,
  submitted_at: (a, b) => a.submittedAt - b.submittedAt || a.id - b.id,
  name: (a, b) => compareTexts(a.name, b.name) || a.id - b.id,
  email: (a, b) => compareTexts(a.email, b.email) || a.id - b.id,
  subject: (a, b) => compareTexts(a.subject, b.subject) || a.id - b.id,
};

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
