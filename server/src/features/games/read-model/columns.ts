import { choicesOf, gameTypes, rowField } from "contract/games/columns.ts";
import { type FilteredColumn, filteredColumns } from "contract/games/filter-kinds.ts";
import { referenceOf } from "contract/games/rules.ts";
import type { GamePrices, IndexedRow } from "./rows.ts";

type ValueOf = (row: IndexedRow) => number | null;

/** The value of a column of numbers, or the place of a choice. */
function numberOf(name: FilteredColumn): ValueOf {
  const field = rowField(name);
  const choices = choicesOf(name);
  if (choices.length === 0) return (row) => row[field] as number | null;
  return (row) => (row[field] === null ? null : choices.indexOf(String(row[field])));
}

/** The numbers by which games are sorted, filtered and counted, independent of the market; `null` = no value. */
const factValues = {
  ...(Object.fromEntries(filteredColumns.map((name) => [name, numberOf(name)])) as Record<FilteredColumn, ValueOf>),
  id: (row) => row.id,
  explicit: (row) => Number(row.explicit),
  release_date: (row) => row.releaseDay,
  popularity: (row) => popularityOf(row),
  /** An unknown type counts as a game. */
  type: (row) => gameTypes.indexOf(row.type ?? "game"),
  /** The id of the base game. */
  parent: (row) => row.parentId,
} satisfies Record<string, ValueOf>;

/** Caps the reviews in the popularity, so that players always outweigh them. */
const maxReviews = 2 ** 26 - 1;

/** Orders by players, then by reviews; `null` if neither is known. */
function popularityOf({ playerCount, reviewCount }: Pick<IndexedRow, "playerCount" | "reviewCount">): number | null {
  if (playerCount === null && reviewCount === null) return null;
  return (playerCount ?? 0) * (maxReviews + 1) + Math.min(reviewCount ?? 0, maxReviews);
}

/** What the best price of a game is compared with, in minor units. */
export function referenceIn(row: Pick<GamePrices, "bestStore" | "regularMinor" | "steamRegularMinor" | "steamMinor">) {
  return referenceOf({
    store: row.bestStore,
    regular: row.regularMinor,
    steamRegular: row.steamRegularMinor,
    steam: row.steamMinor,
  });
}

/**
 * The values of all games by slot, NaN = no value. Slots ascend with the ids when the read model is built; games added
 * later take the next ones.
 */
type ColumnsOf<Values> = Record<keyof Values, Float64Array<ArrayBuffer>>;
export type FactColumns = ColumnsOf<typeof factValues>;

export const factColumns = columnsOf<IndexedRow, keyof typeof factValues>(factValues);

function columnsOf<Row, Name extends string>(values: Record<Name, (row: Row) => number | null>) {
  type Columns = Record<Name, Float64Array<ArrayBuffer>>;
  const names = Object.keys(values) as Name[];
  const map = (create: (name: Name) => Float64Array<ArrayBuffer>) =>
    Object.fromEntries(names.map((name) => [name, create(name)])) as Columns;
  /** The row's value in the column; NaN = none. */
  const read = (row: Row, name: Name) => values[name](row) ?? Number.NaN;

  return {
    create: (capacity: number): Columns => map(() => new Float64Array(capacity).fill(Number.NaN)),
    /** The same values in columns of another length. */
    resize: (columns: Columns, capacity: number): Columns =>
      map((name) => {
        const resized = new Float64Array(capacity).fill(Number.NaN);
        resized.set(columns[name].subarray(0, capacity));
        return resized;
      }),
    valueOf: read,
    write(columns: Columns, slot: number, row: Row): void {
      for (const name of names) columns[name][slot] = read(row, name);
    },
    clear(columns: Columns, slot: number): void {
      for (const name of names) columns[name][slot] = Number.NaN;
    },
  };
}
