import { savingsPercentage } from "contract/games/rules.ts";
import type { IndexedRow } from "./rows.ts";

/** What games are sorted, filtered and counted by: a number each, `null` = no value. */
const columnValues = {
  id: (row) => row.id,
  explicit: (row) => Number(row.explicit),
  steam: (row) => row.steamCents,
  gog: (row) => row.gogCents,
  cdkeys: (row) => row.cdkeysCents,
  other: (row) => row.otherCents,
  cdkeys_in_stock: (row) => (row.cdkeysInStock === null ? null : Number(row.cdkeysInStock)),
  rating: (row) => row.rating,
  lowest_price: (row) => row.bestCents,
  release_date: (row) => row.releaseDay,
  discount: (row) => savingsPercentage(row.steamCents, row.bestCents),
  metacritic_score: (row) => row.metacriticScore,
  player_count: (row) => row.playerCount,
} satisfies Record<string, (row: IndexedRow) => number | null>;

export type ColumnName = keyof typeof columnValues;

/**
 * The values of all games by slot, NaN = no value. Slots ascend with the ids when the read model is built; games added
 * later take the next ones.
 */
export type Columns = Record<ColumnName, Float64Array<ArrayBuffer>>;

const columnNames = Object.keys(columnValues) as ColumnName[];

export function createColumns(capacity: number): Columns {
  return mapColumns(() => new Float64Array(capacity));
}

/** The same values in columns of another length. */
export function resizeColumns(columns: Columns, capacity: number): Columns {
  return mapColumns((name) => {
    const resized = new Float64Array(capacity);
    resized.set(columns[name].subarray(0, capacity));
    return resized;
  });
}

function mapColumns(create: (name: ColumnName) => Float64Array<ArrayBuffer>): Columns {
  return Object.fromEntries(columnNames.map((name) => [name, create(name)])) as Columns;
}

/** The row's value in the column; NaN = none. */
export function columnValue(row: IndexedRow, name: ColumnName): number {
  return columnValues[name](row) ?? Number.NaN;
}

export function writeRow(columns: Columns, slot: number, row: IndexedRow): void {
  for (const name of columnNames) columns[name][slot] = columnValue(row, name);
}
