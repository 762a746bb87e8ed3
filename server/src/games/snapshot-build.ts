import type { GameSort } from "contract/games/sorting.ts";
import type { ClientBase } from "pg";
import { type Columns, createColumns, valueSorts, writeRow } from "./snapshot-columns.ts";
import { indexTitles, type TitleIndex } from "./snapshot-ngrams.ts";
import { type Orders, orderByValues } from "./snapshot-order.ts";
import { type SnapshotRow, selectSnapshotRows } from "./snapshot-rows.ts";

/** The whole read model as plain arrays, which pass from thread to thread without being copied. */
export interface SnapshotData {
  columns: Columns;
  orders: Record<GameSort, Orders>;
  titles: TitleIndex;
}

/** How many games can be added before the columns are full. */
const spareSlots = 2_048;

/** Few enough that no page of rows takes much memory. */
const rowsAtOnce = 10_000;

/** Reads all games and builds the read model from them. Takes processor time: about a second for 150,000 games. */
export async function buildSnapshot(client: ClientBase): Promise<SnapshotData> {
  const { columns, titles } = await readCatalogue(client);
  const byTitle = orderByValues(ranksOf(titles));
  const byValues = valueSorts.map((sort) => [sort, orderByValues(columns.values[sort].subarray(0, columns.size))]);
  const orders = { ...Object.fromEntries(byValues), title: byTitle };
  return { columns, orders, titles: indexTitles(titles) };
}

async function readCatalogue(client: ClientBase): Promise<{ columns: Columns; titles: string[] }> {
  const titles: string[] = [];
  let columns = createColumns(rowsAtOnce);
  for (let rows = await listRows(client, 0); rows.length > 0; ) {
    // the database reads on while these rows are taken up
    const nextRows = rows.length < rowsAtOnce ? [] : listRows(client, rows.at(-1)!.id);
    const needed = columns.size + rows.length;
    if (needed > columns.ids.length) columns = resize(columns, needed * 2);
    for (const row of rows) {
      writeRow(columns, columns.size++, row);
      titles.push(row.titleFolded);
    }
    rows = await nextRows;
  }
  return { columns: resize(columns, columns.size + spareSlots), titles };
}

/** The next rows above an id, ascending. */
async function listRows(client: ClientBase, after: number): Promise<SnapshotRow[]> {
  const text = `${selectSnapshotRows} where games.id > $1 order by games.id limit ${rowsAtOnce}`;
  const { rows } = await client.query<SnapshotRow>({ name: "list_snapshot_rows", text, values: [after] });
  return rows;
}

/** The same games in columns of another length. */
function resize(columns: Columns, capacity: number): Columns {
  const { size, ids, flags, steamCents, values } = columns;
  const resized = createColumns(capacity);
  resized.size = size;
  resized.ids.set(ids.subarray(0, size));
  resized.flags.set(flags.subarray(0, size));
  resized.steamCents.set(steamCents.subarray(0, size));
  for (const sort of valueSorts) resized.values[sort].set(values[sort].subarray(0, size));
  return resized;
}

/** The place of each title among the distinct ones in the order of UTF-16 units. */
function ranksOf(titles: readonly string[]): Float64Array {
  const distinct = [...new Set(titles)].sort();
  const ranks = new Map(distinct.map((title, rank) => [title, rank]));
  return Float64Array.from(titles, (title) => ranks.get(title)!);
}

/** The memory that a value's arrays use, which `postMessage` then moves instead of copying it. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(buffersOf) : [];
}
