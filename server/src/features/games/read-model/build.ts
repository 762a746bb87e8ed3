import type { ClientBase } from "pg";
import { type Columns, createColumns, resizeColumns, writeRow } from "./columns.ts";
import { gamesPerPage, type Records, toRecord } from "./records.ts";
import { type IndexedRow, selectAllRows } from "./rows.ts";
import { type SortOrders, sortSlots } from "./sort-orders.ts";
import { indexTitles, type TitleIndex } from "./title-index.ts";

/** The read model as arrays that pass from thread to thread without being copied, apart from the titles. */
export interface BuiltIndex {
  columns: Columns;
  records: Records;
  orders: SortOrders;
  /** The folded titles by slot, joined: one text is handed over faster than a list. */
  titles: string;
  titleIndex: TitleIndex;
}

/** What PostgreSQL stores in no text. */
export const titleSeparator = "\0";

/** How many games can be added before the columns are full. */
const spareSlots = 2_048;

/** Reads all games and builds the read model from them: seconds of computing for 150,000 games. */
export async function buildIndex(client: ClientBase): Promise<BuiltIndex> {
  const titles: string[] = [];
  const pages: Uint8Array<ArrayBuffer>[] = [];
  const ends: number[] = [];
  let columns = createColumns(0);
  for await (const rows of readPages(client)) {
    const last = titles.length + rows.length;
    if (last > columns.id.length) columns = resizeColumns(columns, last * 2);
    const records = rows.map((row) => Buffer.from(toRecord(row)));
    let end = 0;
    for (const record of records) {
      end += record.length;
      ends.push(end);
    }
    pages.push(new Uint8Array(Buffer.concat(records)));
    for (const row of rows) writeRow(columns, titles.push(row.titleFolded) - 1, row);
  }
  columns = resizeColumns(columns, titles.length + spareSlots);
  return {
    columns,
    records: { pages, ends: Uint32Array.from(ends) },
    orders: sortSlots({ columns, titles }),
    titles: titles.join(titleSeparator),
    titleIndex: indexTitles(titles),
  };
}

/** All rows in pages of `gamesPerPage`, as they were at one moment. */
async function* readPages(client: ClientBase): AsyncGenerator<IndexedRow[]> {
  await client.query("begin read only");
  // the default plans for a reader of the first rows
  await client.query("set local cursor_tuple_fraction = 1");
  await client.query(`declare catalogue no scroll cursor for ${selectAllRows}`);
  for (;;) {
    const { rows } = await client.query<IndexedRow>(`fetch ${gamesPerPage} from catalogue`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query("commit");
}

/** The memory of a value's arrays, which `postMessage` moves instead of copying it. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(buffersOf) : [];
}
