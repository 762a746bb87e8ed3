import { type GameSort, gameSorts, type Order } from "contract/games/sorting.ts";
import { writeValues } from "./snapshot-binary.ts";
import type { SnapshotData } from "./snapshot-build.ts";
import { flag, sortValues, valueSorts, writeRow } from "./snapshot-columns.ts";
import { titleAt } from "./snapshot-ngrams.ts";
import { type Compare, compareByTitles, compareByValues, reorder } from "./snapshot-order.ts";
import { dropRecord, readRecord, writeRecord } from "./snapshot-records.ts";
import { type GameRow, recordColumns, type SnapshotRow } from "./snapshot-rows.ts";

/** The read model, with what has changed since it was built. */
export interface Snapshot extends SnapshotData {
  /** How many slots the title index knows; those behind belong to games added since. */
  indexedSlots: number;
  /** The slots of the added games, by id. */
  addedSlots: Map<number, number>;
  /** The folded titles of added and renamed games, by slot; searches read them one by one. */
  newTitles: Map<number, string>;
  /** One for each slot, for whoever needs it for the length of a function; left all 0. */
  marks: Uint8Array;
}

export function createSnapshot(data: SnapshotData): Snapshot {
  return {
    ...data,
    indexedSlots: data.columns.size,
    addedSlots: new Map(),
    newTitles: new Map(),
    marks: new Uint8Array(data.columns.ids.length),
  };
}

/**
 * Takes up what the rows of these ids are now; an id without a row has been deleted.
 * Answers `false`, with nothing changed, when there is no room for that many new games.
 */
export function applyChanges(snapshot: Snapshot, ids: readonly number[], rows: readonly SnapshotRow[]): boolean {
  const { columns } = snapshot;
  const added = rows.filter((row) => slotOf(snapshot, row.id) === undefined);
  if (columns.size + added.length > columns.ids.length) return false;
  for (const row of added) addSlot(snapshot, row.id);

  const moves = noMoves();
  const rowById = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const slot = slotOf(snapshot, id);
    const row = rowById.get(id);
    if (slot === undefined) continue;
    if (row) takeUp(snapshot, slot, row, moves);
    else remove(snapshot, slot, moves);
  }
  for (const sort of gameSorts) move(snapshot, sort, moves[sort]);
  return true;
}

/** What is known of the games of these ids, in that order; unknown and deleted ones are left out. */
export function listRows(snapshot: Snapshot, ids: readonly number[]): GameRow[] {
  const { columns, records } = snapshot;
  const slots = ids.map((id) => slotOf(snapshot, id)).filter((slot) => slot !== undefined);
  return slots.filter((slot) => !(columns.flags[slot]! & flag.deleted)).map((slot) => readRecord(records, slot));
}

/** The slots that leave their place in an order, and those that take one. */
type Moves = Record<GameSort, { leaving: number[]; arriving: number[] }>;

function noMoves(): Moves {
  const none = () => ({ leaving: [], arriving: [] });
  return {
    rating: none(),
    lowest_price: none(),
    title: none(),
    release_date: none(),
    discount: none(),
    metacritic_score: none(),
    player_count: none(),
  };
}

/** The slot of the game, also of a deleted one. */
function slotOf({ columns, indexedSlots, addedSlots }: Snapshot, id: number): number | undefined {
  let low = 0;
  let high = indexedSlots;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (columns.ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low < indexedSlots && columns.ids[low] === id ? low : addedSlots.get(id);
}

/** Gives the game the next slot, deleted until its row is taken up. */
function addSlot({ columns, addedSlots }: Snapshot, id: number): void {
  const slot = columns.size++;
  columns.ids[slot] = id;
  columns.flags[slot] = flag.deleted;
  addedSlots.set(id, slot);
}

function remove({ columns, records }: Snapshot, slot: number, moves: Moves): void {
  if (columns.flags[slot]! & flag.deleted) return;
  columns.flags[slot]! |= flag.deleted;
  dropRecord(records, slot);
  for (const sort of gameSorts) moves[sort].leaving.push(slot);
}

function takeUp(snapshot: Snapshot, slot: number, row: SnapshotRow, moves: Moves): void {
  const { columns, records, newTitles } = snapshot;
  const isNew = (columns.flags[slot]! & flag.deleted) !== 0;
  const values = sortValues(row);
  const titleChanged = isNew || titleOf(snapshot, slot) !== row.titleFolded;
  const changed = valueSorts.filter((sort) => isNew || !Object.is(columns.values[sort][slot], values[sort]));
  for (const sort of titleChanged ? [...changed, "title" as const] : changed) {
    if (!isNew) moves[sort].leaving.push(slot);
    moves[sort].arriving.push(slot);
  }
  writeRow(columns, slot, row);
  writeRecord(records, slot, writeValues(row, recordColumns));
  if (slot < snapshot.indexedSlots && titleAt(snapshot.titles, slot) === row.titleFolded) newTitles.delete(slot);
  else newTitles.set(slot, row.titleFolded);
  if (newTitles.has(slot)) columns.flags[slot]! |= flag.retitled;
}

function titleOf({ titles, newTitles }: Snapshot, slot: number): string {
  return newTitles.get(slot) ?? titleAt(titles, slot);
}

function move(snapshot: Snapshot, sort: GameSort, { leaving, arriving }: Moves[GameSort]): void {
  if (leaving.length + arriving.length === 0) return;
  const { orders } = snapshot;
  const moveIn = (order: Order) => reorder(orders[sort][order], leaving, arriving, compareIn(snapshot, sort, order));
  orders[sort] = { ASC: moveIn("ASC"), DESC: moveIn("DESC") };
}

/** Compares two slots as the order has them. */
export function compareIn(snapshot: Snapshot, sort: GameSort, order: Order): Compare {
  const { ids, values } = snapshot.columns;
  return sort === "title"
    ? compareByTitles((slot) => titleOf(snapshot, slot), ids, order)
    : compareByValues(values[sort], ids, order);
}
