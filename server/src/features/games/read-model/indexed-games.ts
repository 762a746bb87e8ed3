import type { Order } from "contract/core/sorting.ts";
import { searchedTitles } from "contract/games/titles.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { LRUCache } from "lru-cache";
import { sizes } from "../../../platform/process/sizes.ts";
import type { BuiltBook, BuiltIndex } from "./build.ts";
import { comparePrices, type Layout, openLayout, orderByPrice } from "./layout.ts";
import { type NameColumn, type NameKind, ofEachKind, openNames, separator } from "./name-column.ts";
import { numberStores, type PriceBook } from "./price-book.ts";
import { parseFacts, readRecord } from "./records.ts";
import type { GameFacts } from "./rows.ts";
import { type IndexWords, openIndexWords } from "./search/index-words.ts";
import { findCandidates, gramLength, type TitleIndex } from "./search/title-index.ts";
import { compareSlots, isMarketSort, type OrderedSort } from "./sort-orders.ts";

/** The prices of a market with the changes since they were read. */
export interface OpenBook {
  book: PriceBook;
  /** The number of each of its stores. */
  numbers: Map<StoreKey, number>;
  /** The layout of all stores. */
  all: Layout;
  /** In ms since 1970. */
  usedAt: number;
}

/** The built read model with the changes since. */
export interface IndexedGames extends Omit<BuiltIndex, "titles" | "words" | "others" | "names" | "books"> {
  /** The slot of each game by its id. */
  slots: Map<number, number>;
  /** Folded titles by slot; the slot of a deleted game stays empty. */
  titles: string[];
  names: Record<NameKind, NameColumn>;
  /** Folded other titles, as they were built. */
  builtOthers: { titles: string[]; titleIndex: TitleIndex };
  /** Slots whose title is not the one in the title index. */
  retitled: Set<number>;
  /** The records that changed, by slot. */
  changedRecords: Map<number, string>;
  /** Caches slots by the words that their titles contain, until a title changes. */
  titleMatches: LRUCache<string, Uint32Array>;
  words: IndexWords;
  /** The slots by ascending id; read by `slotsById`. */
  byId: Uint32Array<ArrayBuffer> | null;
  /** The markets that are in use, by country. */
  books: Map<string, OpenBook>;
  /** Caches layouts of only some stores, which follow changes like the books themselves. */
  layouts: LRUCache<string, Layout>;
}

/** The maximum size of a cache of slots. */
export const cacheBytes = sizes.resultCacheMb * 1_000_000;

/** The maximum size of all layouts of some stores. */
const layoutBytes = 2 * cacheBytes;

/** By slot: the best offer, and the orders by price, of which most layouts use one or two. */
const layoutBytesPerSlot = 4 + 2 * 4;

/** The overhead of a cache entry in addition to its arrays. */
export const entryBytes = 400;

export function openIndex({ books, words, others, ...built }: BuiltIndex): IndexedGames {
  const size = built.records.ends.length;
  return {
    ...built,
    words: openIndexWords(words, others),
    builtOthers: {
      titles: others.slots.length === 0 ? [] : others.titles.split(separator),
      titleIndex: others.titleIndex,
    },
    byId: null,
    books: new Map(Object.entries(books).map(([country, built]) => [country, openBook(country, built)])),
    layouts: new LRUCache({
      maxSize: layoutBytes,
      sizeCalculation: ({ best }) => best.length * layoutBytesPerSlot,
    }),
    slots: new Map(Array.from(built.columns.id.subarray(0, size), (id, slot) => [id, slot])),
    names: ofEachKind((kind) => openNames(built.names[kind])),
    titles: size === 0 ? [] : built.titles.split(separator),
    retitled: new Set(),
    changedRecords: new Map(),
    titleMatches: new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ byteLength }, { length }) => byteLength + length + entryBytes,
    }),
  };
}

export function openBook(country: string, built: BuiltBook): OpenBook {
  const { book } = built;
  return { book, numbers: numberStores(book), all: openLayout(country, built), usedAt: Date.now() };
}

/** Compares slots by any sort; by price in a layout. */
export function compareIn(index: IndexedGames, layout: Layout, sort: OrderedSort, order: Order) {
  if (!isMarketSort(sort)) return compareSlots(keysOf(index), sort, order);
  return comparePrices(layout, sort, order === "ASC", index.columns.id);
}

/** All slots in the order of any sort; by price in a layout. */
export function orderIn(index: IndexedGames, layout: Layout, sort: OrderedSort, order: Order) {
  if (!isMarketSort(sort)) return index.orders[sort][order];
  return orderByPrice(layout, sort, order === "ASC", { byId: slotsById(index), ids: index.columns.id });
}

function slotsById(index: IndexedGames): Uint32Array<ArrayBuffer> {
  const { id } = index.columns;
  index.byId ??= Uint32Array.from(index.slots.values()).sort((a, b) => id[a]! - id[b]!);
  return index.byId;
}

/** The sort keys of slots. */
export function keysOf({ columns, titles }: IndexedGames) {
  return { columns, ids: columns.id, titles };
}

/** The original title of the game in the slot; `""` = the game was deleted. */
export function readTitle(index: IndexedGames, slot: number): string {
  if (index.titles[slot] === "") return "";
  return readFacts(index, slot).title;
}

/** The original title of the game in the slot, and its other titles; none if the game was deleted. */
export function readTitles(index: IndexedGames, slot: number): string[] {
  // a new game's record may not be there yet
  if (!index.titles[slot]) return [];
  const facts = readFacts(index, slot);
  return [facts.title, ...searchedTitles(facts)];
}

/** The facts of the game in the slot, which do not depend on the market. */
export function readFacts(index: IndexedGames, slot: number): GameFacts {
  return parseFacts(index.changedRecords.get(slot) ?? readRecord(index.records, slot));
}

/** The slots whose title contains every word. Words are folded, not empty, without spaces; at least one. */
export function matchTitles(index: IndexedGames, words: readonly string[]): Uint32Array {
  const key = words.join(" ");
  let matches = index.titleMatches.get(key);
  if (!matches) {
    matches = scanTitles(index, words);
    index.titleMatches.set(key, matches);
  }
  return matches;
}

/** `matchTitles` without a cache. */
export function scanTitles(
  {
    titles,
    titleIndex,
    retitled,
  }: { titles: readonly string[]; titleIndex: TitleIndex; retitled: ReadonlySet<number> },
  words: readonly string[],
): Uint32Array {
  const lists = words.map((word) => findCandidates(titleIndex, word));
  const candidates = lists.reduce((shortest, list) => (list.length < shortest.length ? list : shortest));
  const isExact = words.length === 1 && words[0]!.length <= gramLength;
  const contains = (slot: number) => words.every((word) => titles[slot]!.includes(word));
  const seen = new Uint8Array(titles.length);
  for (const slot of retitled) seen[slot] = 1;
  const matches = new Uint32Array(Math.min(titles.length, retitled.size + candidates.length));
  let length = 0;
  for (const slot of retitled) if (contains(slot)) matches[length++] = slot;
  for (const slot of candidates) {
    if (seen[slot] === 1) continue;
    seen[slot] = 1;
    if (isExact || contains(slot)) matches[length++] = slot;
  }
  return matches.slice(0, length);
}
