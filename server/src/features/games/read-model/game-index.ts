import type { Order } from "contract/core/sorting.ts";
import { type GameSort, gameSorts } from "contract/games/sorting.ts";
import { LRUCache } from "lru-cache";
import { type BuiltIndex, titleSeparator } from "./build.ts";
import { columnValue, writeRow } from "./columns.ts";
import { parseRecord, readRecord, toRecord } from "./records.ts";
import type { GameRow, IndexedRow } from "./rows.ts";
import { compareSlots, reorder } from "./sort-orders.ts";
import { findCandidates, gramLength } from "./title-index.ts";

/** The built read model with what has changed since. */
export interface GameIndex extends Omit<BuiltIndex, "titles"> {
  /** The slot of each game by its id. */
  slots: Map<number, number>;
  /** Folded titles by slot; the slot of a deleted game stays empty. */
  titles: string[];
  /** Slots whose title is not the one in the title index. */
  retitled: Set<number>;
  /** The records that changed, by slot. */
  changedRecords: Map<number, string>;
  /** Slots by the words that their titles contain, until a title changes. */
  titleMatches: LRUCache<string, Uint32Array>;
}

/** Bytes of a cache of slots. */
export const cacheBytes = 16_000_000;

/** What an entry of a cache takes besides its arrays. */
export const entryBytes = 400;

export function openIndex(built: BuiltIndex): GameIndex {
  const size = built.records.ends.length;
  return {
    ...built,
    slots: new Map(Array.from(built.columns.id.subarray(0, size), (id, slot) => [id, slot])),
    titles: size === 0 ? [] : built.titles.split(titleSeparator),
    retitled: new Set(),
    changedRecords: new Map(),
    titleMatches: new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ byteLength }, { length }) => byteLength + length + entryBytes,
    }),
  };
}

/** How the orders of each sort change. */
type Moves = Record<GameSort, { leaving: number[]; arriving: number[] }>;

/**
 * Applies the current rows of these ids; an id without a row has been deleted.
 * Returns `false`, with nothing changed, when there is no room for that many new games.
 */
export function applyChanges(index: GameIndex, ids: readonly number[], rows: readonly IndexedRow[]): boolean {
  const added = rows.filter((row) => !index.slots.has(row.id));
  if (index.titles.length + added.length > index.columns.id.length) return false;

  const moves = Object.fromEntries(gameSorts.map((sort) => [sort, { leaving: [], arriving: [] }])) as unknown as Moves;
  const present = new Set(rows.map((row) => row.id));
  for (const id of ids) if (!present.has(id)) remove(index, id, moves);
  for (const row of rows) upsert(index, row, moves);

  for (const sort of gameSorts) {
    const { leaving, arriving } = moves[sort];
    if (leaving.length + arriving.length === 0) continue;
    const staying = new Uint8Array(index.titles.length).fill(1);
    for (const slot of leaving) staying[slot] = 0;
    const reordered = (order: Order) =>
      reorder(index.orders[sort][order], staying, arriving, compareSlots(index, sort, order));
    index.orders[sort] = { ASC: reordered("ASC"), DESC: reordered("DESC") };
  }
  return true;
}

function remove(index: GameIndex, id: number, moves: Moves): void {
  const slot = index.slots.get(id);
  if (slot === undefined) return;
  index.slots.delete(id);
  retitle(index, slot, "");
  for (const sort of gameSorts) moves[sort].leaving.push(slot);
}

function upsert(index: GameIndex, row: IndexedRow, moves: Moves): void {
  const { slots, columns, titles, changedRecords } = index;
  const known = slots.get(row.id);
  const slot = known ?? titles.length;
  for (const sort of gameSorts) {
    const isSame =
      sort === "title" ? titles[slot] === row.titleFolded : Object.is(columns[sort][slot], columnValue(row, sort));
    if (known !== undefined && isSame) continue;
    if (known !== undefined) moves[sort].leaving.push(slot);
    moves[sort].arriving.push(slot);
  }
  slots.set(row.id, slot);
  writeRow(columns, slot, row);
  retitle(index, slot, row.titleFolded);
  changedRecords.set(slot, toRecord(row));
}

function retitle({ titles, retitled, titleMatches }: GameIndex, slot: number, title: string): void {
  if (titles[slot] === title) return;
  titles[slot] = title;
  retitled.add(slot);
  titleMatches.clear();
}

/** What is known of these games, in that order; unknown and deleted ones are left out. */
export function listRows({ slots, records, changedRecords }: GameIndex, ids: readonly number[]): GameRow[] {
  const found = ids.map((id) => slots.get(id)).filter((slot) => slot !== undefined);
  return found.map((slot) => parseRecord(changedRecords.get(slot) ?? readRecord(records, slot)));
}

/** The slots whose title contains every word. Words are folded, not empty, without spaces; at least one. */
export function matchTitles(index: GameIndex, words: readonly string[]): Uint32Array {
  const key = words.join(" ");
  let matches = index.titleMatches.get(key);
  if (!matches) {
    matches = scanTitles(index, words);
    index.titleMatches.set(key, matches);
  }
  return matches;
}

/** `matchTitles` without a cache. */
export function scanTitles(
  { titles, titleIndex, retitled }: Pick<GameIndex, "titles" | "titleIndex" | "retitled">,
  words: readonly string[],
): Uint32Array {
  const lists = words.map((word) => findCandidates(titleIndex, word));
  const candidates = lists.reduce((shortest, list) => (list.length < shortest.length ? list : shortest));
  const isExact = words.length === 1 && words[0]!.length <= gramLength;
  const contains = (slot: number) => words.every((word) => titles[slot]!.includes(word));
  const seen = new Uint8Array(titles.length);
  for (const slot of retitled) seen[slot] = 1;
  const matches = new Uint32Array(titles.length);
  let length = 0;
  for (const slot of retitled) if (contains(slot)) matches[length++] = slot;
  for (const slot of candidates) {
    if (seen[slot] === 1) continue;
    seen[slot] = 1;
    if (isExact || contains(slot)) matches[length++] = slot;
  }
  return matches.slice(0, length);
}
