import type { GameSort } from "contract/games/sorting.ts";
import type { ClientBase } from "pg";
import { endOfValues, rowReader } from "./snapshot-binary.ts";
import { type Columns, createColumns, valueSorts, writeRow } from "./snapshot-columns.ts";
import { copyRows } from "./snapshot-copy.ts";
import { indexTitles, type TitleIndex } from "./snapshot-ngrams.ts";
import { type Orders, orderByValues } from "./snapshot-order.ts";
import { createRecords, type Records, resizeRecords, writeRecord } from "./snapshot-records.ts";
import { allColumns, columnsBeforeRecord, indexedColumns, selectAllRows } from "./snapshot-rows.ts";
import { orderByTitles } from "./snapshot-titles.ts";

/** The whole read model as plain arrays, which pass from thread to thread without being copied. */
export interface SnapshotData {
  columns: Columns;
  records: Records;
  orders: Record<GameSort, Orders>;
  titles: TitleIndex;
}

/** How many games can be added before the columns are full. */
const spareSlots = 2_048;

/** What a small catalogue needs; a larger one doubles it. */
const firstSlots = 10_000;

/** Reads all games and builds the read model from them. Takes processor time: about a second for 150,000 games. */
export async function buildSnapshot(client: ClientBase): Promise<SnapshotData> {
  const { columns, records, titles } = await readCatalogue(client);
  const byValues = valueSorts.map((sort) => [sort, orderByValues(columns.values[sort].subarray(0, columns.size))]);
  const index = indexTitles(titles);
  const orders = { ...Object.fromEntries(byValues), title: orderByTitles(index) };
  return { columns, records, orders, titles: index };
}

async function readCatalogue(client: ClientBase) {
  const titles: string[] = [];
  let columns = createColumns(firstSlots);
  let records = createRecords(firstSlots);
  const readRow = rowReader(indexedColumns);

  function reserve(capacity: number) {
    columns = resize(columns, capacity);
    records = resizeRecords(records, columns.size, capacity);
  }

  await copyRows(client, selectAllRows, allColumns.length, (bytes, start, end) => {
    if (columns.size === columns.ids.length) reserve(columns.size * 2);
    const row = readRow(bytes, start);
    const record = bytes.subarray(endOfValues(bytes, start, columnsBeforeRecord), end);
    writeRecord(records, columns.size, record);
    writeRow(columns, columns.size++, row);
    titles.push(row.titleFolded);
  });
  reserve(columns.size + spareSlots);
  return { columns, records, titles };
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

/** The memory that a value's arrays use, which `postMessage` then moves instead of copying it. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(buffersOf) : [];
}
