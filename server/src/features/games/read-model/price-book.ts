import { cutOf, referenceOf } from "contract/games/rules.ts";
import { launchers } from "contract/prices/launchers.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { type BookRow, offerLists } from "./rows.ts";

/**
 * The prices of a market: of each offer what lists need, without text, and what is not a store's own of each game.
 * Links and other details stay in the database (decision 005). Amounts are in minor units, times in seconds since 1970
 * unless noted; 0 = no time.
 */
export interface PriceBook {
  /** Their numbers are their positions. */
  stores: StoreKey[];
  /** By number of the store: 1 = key shop or marketplace, 2 = official. */
  kinds: Uint8Array<ArrayBuffer>;
  /** By slot: where its offers begin, and how many there are. */
  starts: Uint32Array<ArrayBuffer>;
  counts: Uint16Array<ArrayBuffer>;
  /** By slot: when the best price last changed, in ms since 1970; NaN = not known. */
  changedAt: Float64Array<ArrayBuffer>;
  /** By slot: 1 = the best price is lower than the one before. */
  fell: Uint8Array<ArrayBuffer>;
  /** By slot: the end of the best price. */
  saleEndsAt: Uint32Array<ArrayBuffer>;
  /** By slot: the time of the first price. */
  historySince: Uint32Array<ArrayBuffer>;
  offers: OfferColumns;
  /** Where the next offers can be added. */
  end: number;
}

/** Of each store that sells a game or has sold it, in the order of stores, which breaks ties. */
interface OfferColumns {
  /** Its number. */
  store: Uint16Array<ArrayBuffer>;
  /** The launchers as bits, and `marks`. */
  marks: Uint16Array<ArrayBuffer>;
  /** The discount in percent. */
  cut: Uint8Array<ArrayBuffer>;
  /** The price; -1 = not sold. */
  minor: Int32Array<ArrayBuffer>;
  /** The lowest price; without one, the highest. -1 = none. */
  low: Int32Array<ArrayBuffer>;
  lowSince: Uint32Array<ArrayBuffer>;
  /** The time of the first price (`toHours`). */
  since: Uint16Array<ArrayBuffer>;
  changedAt: Uint32Array<ArrayBuffer>;
}

/** The bits after those of the launchers. */
export const marks = {
  /** Not known to be out of stock. */
  inStock: 1 << launchers.length,
  hasLow: 2 << launchers.length,
  /** The price was once above its low. */
  wasHigher: 4 << launchers.length,
  /** The price is lower than the one before. */
  fell: 8 << launchers.length,
} as const;

const launcherMask = (1 << launchers.length) - 1;

const hourSeconds = 3_600;
/** Earlier times count as the beginning of 2023; the largest number is in 2030. */
const firstHour = Date.UTC(2023) / 1000 / hourSeconds;
const unknownHour = 2 ** 16 - 1;

/** Hours, rounded up, of a time in seconds; NaN = not known, which is later than any other. */
function toHours(seconds: number): number {
  if (Number.isNaN(seconds)) return unknownHour;
  return Math.min(Math.max(Math.ceil(seconds / hourSeconds) - firstHour, 0), unknownHour - 1);
}

/** The hour that has begun at a time in ms, to compare with those of `toHours`. */
export function hourAt(ms: number): number {
  return Math.floor(ms / 1000 / hourSeconds) - firstHour;
}

/** A store with its kind. */
export type KnownStore = {
  key: StoreKey;
  kind: string;
};

/** The offers that can be added before the columns grow. */
const spareOffers = 4_096;

export function createBook(stores: readonly KnownStore[], capacity: number): PriceBook {
  return {
    stores: stores.map(({ key }) => key),
    kinds: Uint8Array.from(stores, ({ kind }) => (kind === "official" ? 2 : 1)),
    starts: new Uint32Array(capacity),
    counts: new Uint16Array(capacity),
    changedAt: new Float64Array(capacity).fill(Number.NaN),
    fell: new Uint8Array(capacity),
    saleEndsAt: new Uint32Array(capacity),
    historySince: new Uint32Array(capacity),
    offers: {
      store: new Uint16Array(spareOffers),
      marks: new Uint16Array(spareOffers),
      cut: new Uint8Array(spareOffers),
      minor: new Int32Array(spareOffers),
      low: new Int32Array(spareOffers),
      lowSince: new Uint32Array(spareOffers),
      since: new Uint16Array(spareOffers),
      changedAt: new Uint32Array(spareOffers),
    },
    end: 0,
  };
}

/** Takes over the kinds of the stores, and stores that were added. */
export function updateStores(book: PriceBook, numbers: Map<StoreKey, number>, stores: readonly KnownStore[]): void {
  for (const { key } of stores) if (!numbers.has(key)) numbers.set(key, book.stores.push(key) - 1);
  const kinds = new Uint8Array(book.stores.length);
  kinds.set(book.kinds);
  for (const { key, kind } of stores) kinds[numbers.get(key)!] = kind === "official" ? 2 : 1;
  book.kinds = kinds;
}

/** Makes the columns of offers as long as they must be. */
export function trimOffers(book: PriceBook): void {
  resizeOffers(book, book.end + spareOffers);
}

function resizeOffers(book: PriceBook, length: number): void {
  const resize = <Column extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(column: Column): Column => {
    const resized = new (column.constructor as new (length: number) => Column)(length);
    resized.set(column.subarray(0, Math.min(length, book.end)));
    return resized;
  };
  const { store, marks, cut, minor, low, lowSince, since, changedAt } = book.offers;
  book.offers = {
    store: resize(store),
    marks: resize(marks),
    cut: resize(cut),
    minor: resize(minor),
    low: resize(low),
    lowSince: resize(lowSince),
    since: resize(since),
    changedAt: resize(changedAt),
  };
}

export function bytesOfBook({ offers, kinds, starts, counts, changedAt, fell, saleEndsAt, historySince }: PriceBook) {
  const columns = [...Object.values(offers), kinds, starts, counts, changedAt, fell, saleEndsAt, historySince];
  return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** The maximum number of stores per game. */
const maxStores = 1_024;
/** The values of a game's stores, for one game at a time; NaN = none. */
const values = Object.fromEntries(offerLists.map((list) => [list, new Float64Array(maxStores)])) as Record<
  (typeof offerLists)[number],
  Float64Array
>;

/** The number of each store of a book. */
export function numberStores({ stores }: Pick<PriceBook, "stores">): Map<StoreKey, number> {
  return new Map(stores.map((key, number) => [key, number]));
}

/** Writes the prices of a game into its slot; `null` = not sold in this market. `numbers` has all of its stores. */
export function writeOffers(
  book: PriceBook,
  numbers: ReadonlyMap<StoreKey, number>,
  slot: number,
  row: BookRow | null,
): void {
  const keys = row === null || row.offers === "" ? [] : row.offers.slice(0, row.offers.indexOf(";")).split(" ");
  const count = Math.min(keys.length, maxStores);
  if (count > book.counts[slot]!) {
    if (book.end + count > book.offers.store.length)
      resizeOffers(book, Math.ceil(book.end * 1.25) + spareOffers + count);
    book.starts[slot] = book.end;
    book.end += count;
  }
  book.counts[slot] = count;
  book.changedAt[slot] = row?.bestChangedAt ?? Number.NaN;
  book.fell[slot] = Number(row?.fell ?? false);
  book.saleEndsAt[slot] = row?.saleEndsAt ?? 0;
  book.historySince[slot] = row?.historySince ?? 0;
  if (row && count > 0) fillOffers(book, book.starts[slot]!, keys, numbers, row);
}

function fillOffers(
  { offers }: PriceBook,
  start: number,
  keys: readonly StoreKey[],
  numbers: ReadonlyMap<StoreKey, number>,
  row: BookRow,
): void {
  let at = row.offers.indexOf(";") + 1;
  for (const list of offerLists) at = readList(row.offers, at, values[list]);
  const sold = row.deliverableAt === "*" ? null : row.deliverableAt.split(" ");
  for (const [n, key] of keys.entries()) {
    if (n >= maxStores) return;
    const [minor, low, high] = [values.minor[n]!, values.low[n]!, values.high[n]!];
    const place = start + n;
    offers.store[place] = numbers.get(key)!;
    offers.marks[place] =
      (values.launchers[n]! & launcherMask) |
      (minor >= 0 && (sold === null || sold.includes(key)) ? marks.inStock : 0) |
      (low >= 0 ? marks.hasLow : 0) |
      (high > low ? marks.wasHigher : 0) |
      (values.previous[n]! > minor ? marks.fell : 0);
    offers.minor[place] = minor >= 0 ? minor : -1;
    offers.low[place] = low >= 0 ? low : high >= 0 ? high : -1;
    offers.lowSince[place] = values.lowSince[n]! || 0;
    offers.since[place] = toHours(values.since[n]!);
    offers.changedAt[place] = values.changedAt[n]! || 0;
    offers.cut[place] = minor >= 0 ? cutAt(key, minor, values.regular[n]!, row) : 0;
  }
}

function cutAt(store: StoreKey, minor: number, regular: number, { steamMinor, steamRegularMinor }: BookRow): number {
  const reference = referenceOf({
    store,
    regular: Number.isNaN(regular) ? null : regular,
    steamRegular: steamRegularMinor,
    steam: steamMinor,
  });
  return cutOf(minor, reference?.price ?? null);
}

const [space, semicolon, digit0, digit9] = [0x20, 0x3b, 0x30, 0x39];

/** Reads numbers separated by spaces up to a semicolon. Returns the start of the next list. */
function readList(text: string, start: number, into: Float64Array): number {
  let value = Number.NaN;
  let place = 0;
  for (let at = start; ; at++) {
    const code = at < text.length ? text.charCodeAt(at) : semicolon;
    if (code >= digit0 && code <= digit9) {
      value = (Number.isNaN(value) ? 0 : value * 10) + code - digit0;
    } else if (code === space || code === semicolon) {
      if (place < maxStores) into[place++] = value;
      if (code === semicolon) return at + 1;
      value = Number.NaN;
    }
  }
}
