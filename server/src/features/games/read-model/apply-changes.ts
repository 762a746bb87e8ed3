import { factColumns, priceColumns } from "./columns.ts";
import { type IndexedGames, keysOf } from "./indexed-games.ts";
import { clearStores, type ShownPrices, type ShownRow, writePrices } from "./market-index.ts";
import { clearNames, nameKinds, writeNames } from "./name-column.ts";
import { type IndexedRow, noPrices, type PriceRow } from "./rows.ts";
import { forgetTitles } from "./search/index-words.ts";
import {
  compareSlots,
  type FactSort,
  factSorts,
  type MarketSort,
  marketSorts,
  type OrderedSort,
  reorder,
  type SortKeys,
  type SortOrders,
} from "./sort-orders.ts";
import { rowInView } from "./views/price-view.ts";

/** The current rows of some games; an id without a row has been deleted. */
export interface ChangedRows {
  ids: readonly number[];
  games: readonly IndexedRow[];
  /** In any market; a game without a row in a market is not sold there. */
  prices: readonly PriceRow[];
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
export function applyChanges(index: IndexedGames, { ids, games, prices }: ChangedRows): AppliedChange | null {
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
  for (const [country, market] of index.markets) {
    const rows = new Map(prices.filter((row) => row.country === country).map((row) => [row.gameId, row]));
    const rowOf = ({ id }: IndexedRow) => rows.get(id) ?? null;
    applyPrices(index, market, affected, rowOf);
    for (const view of index.views.values()) {
      if (view.country === country) applyPrices(index, view, affected, (game) => rowInView(rowOf(game), view));
    }
    for (const [slot, game] of changed) {
      market.changedRecords.set(slot, rowOf(game)?.record ?? "");
      market.changedFacts.set(slot, rowOf(game)?.storeFacts ?? "");
    }
  }
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

type RowOf = (game: IndexedRow) => ShownRow | null;

/** Writes the rows into a market or a view. */
function applyPrices(index: IndexedGames, prices: ShownPrices, affected: AffectedSlots, rowOf: RowOf): void {
  const moves = findPriceMoves(prices, affected, rowOf);
  writeMarket(index, prices, affected, rowOf);
  moveSlots(prices.orders, keysOf(index, prices), moves, index.titles.length);
}

function findPriceMoves({ columns }: ShownPrices, affected: AffectedSlots, rowOf: RowOf): Map<MarketSort, Moves> {
  return findMoves(marketSorts, affected, (sort, slot, row) =>
    Object.is(columns[sort][slot], priceColumns.valueOf(rowOf(row) ?? noPrices, sort)),
  );
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
    retitle(index, slot, "", null);
  }
  for (const [slot, row] of changed) {
    const isListed = () => `${columns.explicit[slot]} ${columns.type[slot]}`;
    const before = isListed();
    factColumns.write(columns, slot, row);
    index.changedRecords.set(slot, row.record);
    const written = nameKinds.map((kind) => writeNames(names[kind], kind, slot, row));
    retitle(index, slot, row.titleFolded, row.alsoKnownAs);
    namesMoved ||= written.includes(true) || isListed() !== before;
  }
  return namesMoved;
}

function retitle(index: IndexedGames, slot: number, title: string, others: string | null): void {
  const { titles, otherTitles, retitled, titleMatches, words } = index;
  if (titles[slot] === title && (otherTitles.get(slot) ?? null) === others) return;
  titles[slot] = title;
  if (others === null) otherTitles.delete(slot);
  else otherTitles.set(slot, others);
  retitled.add(slot);
  titleMatches.clear();
  forgetTitles(words);
}

function writeMarket(
  index: IndexedGames,
  market: ShownPrices,
  { removed, changed }: AffectedSlots,
  rowOf: RowOf,
): void {
  for (const slot of removed) clearStores(market, slot);
  for (const [slot, game] of changed) {
    clearStores(market, slot);
    writePrices(market, slot, rowOf(game), index.columns.id.length);
  }
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
