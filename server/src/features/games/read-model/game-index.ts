import type { Order } from "contract/core/sorting.ts";
import { LRUCache } from "lru-cache";
import type { BuiltIndex } from "./build.ts";
import type { BuiltMarket, ShownPrices } from "./market-index.ts";
import { type NameColumn, type NameKind, ofEachKind, openNames, separator } from "./name-column.ts";
import { parseFacts, parsePrices, readRecord } from "./records.ts";
import type { GameFacts, GameRow } from "./rows.ts";
import { type CatalogueWords, openCatalogueWords } from "./search/catalogue-words.ts";
import { findCandidates, gramLength } from "./search/title-index.ts";
import { compareSlots, isMarketSort, type OrderedSort } from "./sort-orders.ts";
import { type PriceView, pricesInView } from "./views/price-view.ts";

/** A market with what has changed since it was built. */
export interface MarketIndex extends BuiltMarket {
  /** The records that changed, by slot. */
  changedRecords: Map<number, string>;
  /** The same of the prices of each store. */
  changedFacts: Map<number, string>;
  /** The views that are being built. */
  building: Set<PriceView>;
}

/** The built read model with what has changed since. */
export interface GameIndex extends Omit<BuiltIndex, "titles" | "words" | "names" | "markets"> {
  /** The slot of each game by its id. */
  slots: Map<number, number>;
  /** Folded titles by slot; the slot of a deleted game stays empty. */
  titles: string[];
  names: Record<NameKind, NameColumn>;
  /** Slots whose title is not the one in the title index. */
  retitled: Set<number>;
  /** The records that changed, by slot. */
  changedRecords: Map<number, string>;
  /** Slots by the words that their titles contain, until a title changes. */
  titleMatches: LRUCache<string, Uint32Array>;
  words: CatalogueWords;
  /** The enabled markets by country. */
  markets: ReadonlyMap<string, MarketIndex>;
  /** Markets at some stores alone, by `viewKey`; built on request. */
  views: LRUCache<string, PriceView>;
}

/** Bytes of a cache of slots. */
export const cacheBytes = 16_000_000;

/** What an entry of a cache takes besides its arrays. */
export const entryBytes = 400;

/** Bytes of all views. */
const viewBytes = 192_000_000;

export function viewKey({ country, chosen }: Pick<PriceView, "country" | "chosen">): string {
  return `${country}:${chosen.key}`;
}

export function openIndex({ markets, words, ...built }: BuiltIndex): GameIndex {
  const size = built.records.ends.length;
  return {
    ...built,
    words: openCatalogueWords(words),
    markets: new Map(Object.entries(markets).map(([country, market]) => [country, openMarket(market)])),
    views: new LRUCache({ maxSize: viewBytes, sizeCalculation: ({ bytes }) => bytes }),
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

function openMarket(market: BuiltMarket): MarketIndex {
  return { ...market, changedRecords: new Map(), changedFacts: new Map(), building: new Set() };
}

/** Compares slots by any sort; by price in a market. */
export function compareIn(index: GameIndex, market: ShownPrices, sort: OrderedSort, order: Order) {
  return isMarketSort(sort)
    ? compareSlots(keysOf(index, market), sort, order)
    : compareSlots(keysOf(index), sort, order);
}

/** All slots in the order of any sort; by price in a market. */
export function orderIn(index: GameIndex, market: ShownPrices, sort: OrderedSort, order: Order) {
  return isMarketSort(sort) ? market.orders[sort][order] : index.orders[sort][order];
}

/** What slots are compared by; in a market by its prices. */
export function keysOf(index: GameIndex): {
  columns: GameIndex["columns"];
  ids: Float64Array<ArrayBuffer>;
  titles: string[];
};
export function keysOf(
  index: GameIndex,
  market: ShownPrices,
): {
  columns: ShownPrices["columns"];
  ids: Float64Array<ArrayBuffer>;
};
export function keysOf(index: GameIndex, market?: ShownPrices) {
  const { columns, titles } = index;
  return market ? { columns: market.columns, ids: columns.id } : { columns, ids: columns.id, titles };
}

/**
 * What is known of these games in a market, in that order, or at the stores of a view; unknown and deleted ones left
 * out.
 */
export function listRows(index: GameIndex, market: MarketIndex, ids: readonly number[], view?: PriceView): GameRow[] {
  const found = ids.map((id) => index.slots.get(id)).filter((slot) => slot !== undefined);
  return found.map((slot) => {
    const prices = parsePrices(market.changedRecords.get(slot) ?? readRecord(market.records, slot));
    const facts = readFacts(index, slot);
    if (!view) return { ...facts, ...prices };
    const { bestMinor, bestStore } = prices;
    return { ...facts, ...pricesInView(market, slot, view, prices), everywhere: { bestMinor, bestStore } };
  });
}

/** The title of the game in the slot, as it is written; `""` = the game was deleted. */
export function readTitle(index: GameIndex, slot: number): string {
  if (index.titles[slot] === "") return "";
  return readFacts(index, slot).title;
}

/** What is known of the game in the slot, whatever the market. */
export function readFacts(index: GameIndex, slot: number): GameFacts {
  return parseFacts(index.changedRecords.get(slot) ?? readRecord(index.records, slot));
}

/** The slots whose title contains every word. Words are folded, not empty, without spaces; at least one. */
export function matchTitles(index: GameIndex, words: readonly string[]): Uint32Array {
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
  { titles, titleIndex, retitled }: Pick<GameIndex, "titles" | "titleIndex" | "retitled">,
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
