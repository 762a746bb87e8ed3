import type { Order } from "contract/core/sorting.ts";
import { foldText } from "contract/core/text.ts";
import { otherTitles } from "contract/games/titles.ts";
import { LRUCache } from "lru-cache";
import type { BuiltIndex } from "./build.ts";
import type { BuiltMarket, ShownPrices } from "./market-index.ts";
import { type NameColumn, type NameKind, ofEachKind, openNames, separator } from "./name-column.ts";
import { parseFacts, parsePrices, readRecord } from "./records.ts";
import type { GameFacts, GameRow } from "./rows.ts";
import { type IndexWords, openIndexWords } from "./search/index-words.ts";
import { findCandidates, gramLength, type TitleIndex } from "./search/title-index.ts";
import { compareSlots, isMarketSort, type OrderedSort } from "./sort-orders.ts";
import { type PriceView, pricesInView } from "./views/price-view.ts";

/** A market with the changes since it was built. */
export interface MarketIndex extends BuiltMarket {
  /** The records that changed, by slot. */
  changedRecords: Map<number, string>;
  /** The store facts that changed, by slot. */
  changedFacts: Map<number, string>;
}

/** The built read model with the changes since. */
export interface IndexedGames extends Omit<BuiltIndex, "titles" | "words" | "others" | "names" | "markets"> {
  /** The slot of each game by its id. */
  slots: Map<number, number>;
  /** Folded titles by slot; the slot of a deleted game stays empty. */
  titles: string[];
  names: Record<NameKind, NameColumn>;
  /** The other titles of games, one per line, by slot. */
  otherTitles: Map<number, string>;
  /** Folded other titles, as they were built. */
  builtOthers: { titles: string[]; titleIndex: TitleIndex };
  /** Slots whose title is not the one in the title index. */
  retitled: Set<number>;
  /** The records that changed, by slot. */
  changedRecords: Map<number, string>;
  /** Caches slots by the words that their titles contain, until a title changes. */
  titleMatches: LRUCache<string, Uint32Array>;
  words: IndexWords;
  /** The enabled markets by country. */
  markets: ReadonlyMap<string, MarketIndex>;
  /** Caches markets with only some stores, which follow changes like the markets themselves. */
  views: LRUCache<string, PriceView>;
}

/** The maximum size of a cache of slots. */
export const cacheBytes = 16_000_000;

/** The maximum size of all views. */
const viewBytes = 192_000_000;

/** The overhead of a cache entry in addition to its arrays. */
export const entryBytes = 400;

export function openIndex({ markets, words, others, ...built }: BuiltIndex): IndexedGames {
  const size = built.records.ends.length;
  const titlesOfOthers = others.slots.length === 0 ? [] : others.titles.split(separator);
  return {
    ...built,
    words: openIndexWords(words, others),
    otherTitles: new Map(
      [...Map.groupBy(titlesOfOthers.entries(), ([n]) => others.slots[n]!)].map(([slot, entries]) => [
        slot,
        entries.map(([, title]) => title).join("\n"),
      ]),
    ),
    builtOthers: { titles: titlesOfOthers.map(foldText), titleIndex: others.titleIndex },
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
  return { ...market, changedRecords: new Map(), changedFacts: new Map() };
}

/** Compares slots by any sort; by price in a market. */
export function compareIn(index: IndexedGames, market: ShownPrices, sort: OrderedSort, order: Order) {
  return isMarketSort(sort)
    ? compareSlots(keysOf(index, market), sort, order)
    : compareSlots(keysOf(index), sort, order);
}

/** All slots in the order of any sort; by price in a market. */
export function orderIn(index: IndexedGames, market: ShownPrices, sort: OrderedSort, order: Order) {
  return isMarketSort(sort) ? market.orders[sort][order] : index.orders[sort][order];
}

/** The sort keys of slots; with a market, those of its prices. */
export function keysOf(index: IndexedGames): {
  columns: IndexedGames["columns"];
  ids: Float64Array<ArrayBuffer>;
  titles: string[];
};
export function keysOf(
  index: IndexedGames,
  market: ShownPrices,
): {
  columns: ShownPrices["columns"];
  ids: Float64Array<ArrayBuffer>;
};
export function keysOf(index: IndexedGames, market?: ShownPrices) {
  const { columns, titles } = index;
  return market ? { columns: market.columns, ids: columns.id } : { columns, ids: columns.id, titles };
}

/** The games of these ids in that order, with the prices of a market or view; leaves out unknown and deleted games. */
export function listRows(
  index: IndexedGames,
  market: MarketIndex,
  ids: readonly number[],
  view?: PriceView,
): GameRow[] {
  const found = ids.map((id) => index.slots.get(id)).filter((slot) => slot !== undefined);
  return found.map((slot) => {
    const prices = parsePrices(market.changedRecords.get(slot) ?? readRecord(market.records, slot));
    const facts = readFacts(index, slot);
    if (!view) return { ...facts, ...prices };
    const { bestMinor, bestStore } = prices;
    return { ...facts, ...pricesInView(market, slot, view, prices), everywhere: { bestMinor, bestStore } };
  });
}

/** The original title of the game in the slot; `""` = the game was deleted. */
export function readTitle(index: IndexedGames, slot: number): string {
  if (index.titles[slot] === "") return "";
  return readFacts(index, slot).title;
}

/** The original title of the game in the slot, and its other titles; none if the game was deleted. */
export function readTitles(index: IndexedGames, slot: number): string[] {
  const title = readTitle(index, slot);
  return title === "" ? [] : [title, ...otherTitles({ title, alsoKnownAs: index.otherTitles.get(slot) ?? null })];
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
