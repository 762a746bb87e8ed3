import { searchedTitles } from "contract/games/titles.ts";
import { factColumns } from "./columns.ts";
import { type IndexedGames, keysOf, readTitles } from "./indexed-games.ts";
import { updateLayout } from "./layout.ts";
import { clearNames, nameKinds, writeNames } from "./name-column.ts";
import { type KnownStore, updateStores, writeOffers } from "./price-book.ts";
import type { BookRow, IndexedRow } from "./rows.ts";
import { forgetTitles } from "./search/index-words.ts";
import {
  compareSlots,
  type FactSort,
  factSorts,
  type OrderedSort,
  reorder,
  type SortKeys,
  type SortOrders,
} from "./sort-orders.ts";

/** The current rows of some games; an id without a row has been deleted. */
export interface ChangedRows {
  ids: readonly number[];
  games: readonly IndexedRow[];
  /** In the markets that are in use; a game without a row in one is not sold there. */
  prices: readonly BookRow[];
  /** All stores. */
  stores: readonly KnownStore[];
}

/** What a change affects: also which games a genre, tag or developer has, or only prices and other facts. */
export type AppliedChange = "names" | "prices";

/** The slots that a change affects. */
interface AffectedSlots {
  removed: readonly number[];
  /** New games have the next free slots. */
  changed: ReadonlyMap<number, IndexedRow>;
  isNew(slot: number): boolean;
}

/** Applies the rows. Returns `null` without changing anything if the new games exceed the capacity. */
export function applyChanges(index: IndexedGames, { ids, games, prices, stores }: ChangedRows): AppliedChange | null {
  const { slots, titles } = index;
  const firstNew = titles.length;
  const added = games.filter((row) => !slots.has(row.id));
  if (firstNew + added.length > index.columns.id.length) return null;

  const present = new Set(games.map((row) => row.id));
  const removed = ids.filter((id) => !present.has(id)).flatMap((id) => slots.get(id) ?? []);
  for (const [n, row] of added.entries()) slots.set(row.id, firstNew + n);
  const changed = new Map(games.map((row) => [slots.get(row.id)!, row]));
  const affected: AffectedSlots = { removed, changed, isNew: (slot) => slot >= firstNew };

  const moves = findFactMoves(index, affected);
  const namesMoved = writeFacts(index, affected);
  moveSlots(index.orders, keysOf(index), moves, titles.length);
  if (removed.length > 0 || added.length > 0) index.byId = null;
  applyPrices(index, affected, prices, stores);
  return namesMoved ? "names" : "prices";
}

interface Moves {
  leaving: readonly number[];
  arriving: readonly number[];
}

function findFactMoves({ columns, titles }: IndexedGames, affected: AffectedSlots): Map<FactSort, Moves> {
  return findMoves(factSorts, affected, (sort, slot, row) =>
    sort === "title"
      ? titles[slot] === row.titleFolded
      : Object.is(columns[sort][slot], factColumns.valueOf(row, sort)),
  );
}

/** Writes the rows into the books, and the best offers into their layouts. */
function applyPrices(
  index: IndexedGames,
  { removed, changed }: AffectedSlots,
  prices: readonly BookRow[],
  stores: readonly KnownStore[],
): void {
  const byCountry = Map.groupBy(prices, ({ country }) => country);
  for (const [country, open] of index.books) {
    const { book, numbers, all } = open;
    updateStores(book, numbers, stores);
    all.chosen.kinds = book.kinds;
    const rows = new Map(byCountry.get(country)?.map((row) => [row.gameId, row]));
    for (const slot of removed) writeOffers(book, numbers, slot, null);
    for (const [slot, { id }] of changed) writeOffers(book, numbers, slot, rows.get(id) ?? null);
    const layouts = [all, ...[...index.layouts.values()].filter((one) => one.all === all)];
    for (const layout of layouts) updateLayout(layout, removed, [...changed.keys()]);
  }
}

function findMoves<Sort extends OrderedSort>(
  sorts: readonly Sort[],
  { removed, changed, isNew }: AffectedSlots,
  isSame: (sort: Sort, slot: number, row: IndexedRow) => boolean,
): Map<Sort, Moves> {
  const moves = sorts.map((sort): [Sort, Moves] => {
    const moving = [...changed].filter(([slot, row]) => isNew(slot) || !isSame(sort, slot, row));
    const arriving = moving.map(([slot]) => slot);
    return [sort, { arriving, leaving: [...removed, ...arriving.filter((slot) => !isNew(slot))] }];
  });
  return new Map(moves);
}

/** Returns whether the games of a name changed. */
function writeFacts(index: IndexedGames, { removed, changed }: AffectedSlots): boolean {
  const { columns, names } = index;
  let namesMoved = removed.length > 0;
  for (const slot of removed) {
    index.slots.delete(columns.id[slot]!);
    factColumns.clear(columns, slot);
    for (const kind of nameKinds) clearNames(names[kind], slot);
    retitle(index, slot, "", true);
  }
  for (const [slot, row] of changed) {
    const isListed = () => `${columns.explicit[slot]} ${columns.type[slot]}`;
    const before = isListed();
    factColumns.write(columns, slot, row);
    const [, ...others] = readTitles(index, slot);
    index.changedRecords.set(slot, row.record);
    const written = nameKinds.map((kind) => writeNames(names[kind], kind, slot, row));
    retitle(index, slot, row.titleFolded, others.join("\n") !== searchedTitles(row).join("\n"));
    namesMoved ||= written.includes(true) || isListed() !== before;
  }
  return namesMoved;
}

function retitle(index: IndexedGames, slot: number, title: string, hasOtherTitles: boolean): void {
  const { titles, retitled, titleMatches, words } = index;
  if (titles[slot] === title && !hasOtherTitles) return;
  titles[slot] = title;
  retitled.add(slot);
  titleMatches.clear();
  forgetTitles(words);
}

function moveSlots<Sort extends OrderedSort>(
  orders: SortOrders<Sort>,
  keys: SortKeys<Sort>,
  moves: ReadonlyMap<Sort, Moves>,
  size: number,
): void {
  for (const [sort, { leaving, arriving }] of moves) {
    if (leaving.length + arriving.length === 0) continue;
    const staying = new Uint8Array(size).fill(1);
    for (const slot of leaving) staying[slot] = 0;
    for (const order of ["ASC", "DESC"] as const) {
      orders[sort][order] = reorder(orders[sort][order], staying, arriving, compareSlots(keys, sort, order));
    }
  }
}
