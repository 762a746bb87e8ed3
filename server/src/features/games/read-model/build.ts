import { foldText } from "contract/core/text.ts";
import { searchedTitles } from "contract/games/titles.ts";
import { firstCountry } from "contract/markets/regions.ts";
import type { ClientBase } from "pg";
import { type FactColumns, factColumns } from "./columns.ts";
import { findBestOfAll } from "./layout.ts";
import { type BuiltNames, type NameKind, nameKinds, ofEachKind, packNames, separator } from "./name-column.ts";
import { createBook, type KnownStore, numberStores, type PriceBook, trimOffers, writeOffers } from "./price-book.ts";
import { gamesPerPage, packRecords, type Records } from "./records.ts";
import { type BookRow, type IndexedRow, selectBook, selectGames } from "./rows.ts";
import { indexTitles, type TitleIndex } from "./search/title-index.ts";
import { type BuiltWords, indexWords } from "./search/word-index.ts";
import { type FactSort, factSorts, type SortOrders, sortSlots } from "./sort-orders.ts";

/** The read model as arrays that are transferred between threads without copying, except for the titles. */
export interface BuiltIndex {
  columns: FactColumns;
  records: Records;
  orders: SortOrders<FactSort>;
  names: Record<NameKind, BuiltNames>;
  /** The folded titles by slot, joined: one string is transferred faster than a list. */
  titles: string;
  titleIndex: TitleIndex;
  words: BuiltWords;
  others: BuiltOthers;
  /** By country; that of the default market is always among them. */
  books: BuiltBooks;
  /** The country of the default market. */
  defaultCountry: string;
}

/** A price book with the best offer of each slot. */
export interface BuiltBook {
  book: PriceBook;
  best: Int32Array<ArrayBuffer>;
}

/** By country. */
export type BuiltBooks = Record<string, BuiltBook>;

/** Reads the prices of countries; `ids` are the games by slot. */
export type ReadBooks = (countries: readonly string[], ids: Float64Array, size: number) => Promise<BuiltBooks>;

/** The games' other titles. */
export interface BuiltOthers {
  /** Folded, joined. */
  titles: string;
  /** The slot of each title's game. */
  slots: Uint32Array<ArrayBuffer>;
  titleIndex: TitleIndex;
  words: BuiltWords;
}

/** The number of games that can be added before the columns are full. */
const spareSlots = 2_048;

/**
 * Reads all games and builds the read model, which takes seconds of CPU for large catalogues, with the prices of the
 * default market and those of these countries that are still markets. `readBooks` may read them in another thread
 * meanwhile.
 */
export async function buildIndex(
  client: ClientBase,
  countries: readonly string[] = [],
  readBooks: ReadBooks = (countries, ids, size) => buildBooks(client, countries, ids, size),
): Promise<BuiltIndex> {
  await begin(client);
  const titles: string[] = [];
  const originals: string[] = [];
  const others = packOthers();
  const records = packRecords();
  const names = ofEachKind(packNames);
  let columns = factColumns.create(0);
  for await (const rows of readPages<IndexedRow>(client, `${selectGames} order by id`)) {
    const last = titles.length + rows.length;
    if (last > columns.id.length) columns = factColumns.resize(columns, last * 2);
    for (const row of rows) {
      records.add(row.record);
      originals.push(row.title);
      others.add(titles.length, row);
      for (const kind of nameKinds) names[kind].add(row);
      factColumns.write(columns, titles.push(row.titleFolded) - 1, row);
    }
  }
  columns = factColumns.resize(columns, titles.length + spareSlots);
  const enabled = await listCountries(client);
  const [defaultCountry = firstCountry] = enabled;
  await client.query("commit");
  const used = [...new Set([defaultCountry, ...countries])].filter((country) => enabled.includes(country));
  const reading = readBooks(used, columns.id, titles.length);
  const built = {
    columns,
    records: records.end(),
    orders: sortSlots({ columns, ids: columns.id, titles }, factSorts, titles.length),
    names: ofEachKind((kind) => names[kind].end(columns.id.length)),
    titles: titles.join(separator),
    titleIndex: indexTitles(titles),
    words: indexWords(originals),
    others: others.end(),
    defaultCountry,
  };
  return { ...built, books: await reading };
}

/** Collects the other titles of games. */
export function packOthers(): { add(slot: number, row: IndexedRow): void; end(): BuiltOthers } {
  const titles: string[] = [];
  const slots: number[] = [];
  return {
    add(slot, row) {
      for (const title of searchedTitles(row)) {
        titles.push(title);
        slots.push(slot);
      }
    },
    end() {
      const folded = titles.map(foldText);
      return {
        titles: folded.join(separator),
        slots: Uint32Array.from(slots),
        titleIndex: indexTitles(folded),
        words: indexWords(titles),
      };
    },
  };
}

/** Reads the prices of countries; `ids` are the games by slot. */
export async function buildBooks(
  client: ClientBase,
  countries: readonly string[],
  ids: Float64Array,
  size: number,
): Promise<BuiltBooks> {
  await begin(client);
  const books: BuiltBooks = {};
  for (const country of countries) {
    const book = await readBook(client, country, ids, size);
    books[country] = { book, best: findBestOfAll(book, size) };
  }
  await client.query("commit");
  return books;
}

async function begin(client: ClientBase): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  // waits for whoever truncates: an earlier snapshot would see the tables empty
  await client.query("lock table games in access share mode");
  // by default the planner optimizes cursors for the first rows
  await client.query("set local cursor_tuple_fraction = 1");
}

async function readBook(client: ClientBase, country: string, ids: Float64Array, size: number): Promise<PriceBook> {
  const { rows: stores } = await client.query<KnownStore>("select key, kind from stores order by position, key");
  const book = createBook(stores, ids.length);
  const numbers = numberStores(book);
  const slots = new Map<number, number>();
  for (let slot = 0; slot < size; slot++) slots.set(ids[slot]!, slot);
  const prices = `${selectBook} where country = ${client.escapeLiteral(country)}`;
  for await (const rows of readPages<BookRow>(client, prices)) {
    for (const row of rows) {
      const slot = slots.get(row.gameId);
      if (slot !== undefined) writeOffers(book, numbers, slot, row);
    }
  }
  trimOffers(book);
  return book;
}

/** The countries whose prices the enabled markets have, that of the default one first. */
async function listCountries(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ country: string }>(
    `select coalesce(shares_prices_with, country) as country from markets
      where enabled order by markets.country <> '${firstCountry}', markets.country`,
  );
  return rows.map(({ country }) => country);
}

/** All rows of a query in pages of `gamesPerPage`. */
async function* readPages<Row extends object>(client: ClientBase, query: string): AsyncGenerator<Row[]> {
  await client.query(`declare catalogue no scroll cursor for ${query}`);
  const fetch = () => client.query<Row>(`fetch ${gamesPerPage} from catalogue`);
  // the database reads the next page while this one is processed
  for (let next = fetch(); ; ) {
    const { rows } = await next;
    if (rows.length === 0) break;
    next = fetch();
    yield rows;
  }
  await client.query("close catalogue");
}

/** The buffers of a value's arrays, which `postMessage` transfers instead of copying. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(buffersOf) : [];
}
