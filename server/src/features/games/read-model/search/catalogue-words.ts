import { LRUCache } from "lru-cache";
import { type BuiltWords, indexWords, openWords, type WordIndex } from "./word-index.ts";

/** The matches of a search. */
export interface SearchResult {
  /** The matching slots, in no order. */
  slots: Uint32Array;
  /** How well each of them matches, from 0; lower is better (search/rank.ts). */
  classes: Uint8Array;
  /** The corrected search; `null` if it was not corrected. */
  corrected: string | null;
}

/** The words of the catalogue: of the titles at build time, and of those changed since. */
export interface CatalogueWords {
  built: WordIndex;
  /** Indexed lazily by searches. */
  changed: ChangedTitles | null;
  /** Cached until a title changes. */
  results: LRUCache<string, SearchResult>;
}

export interface ChangedTitles {
  index: WordIndex;
  /** The slots of the titles, in their order. */
  slots: readonly number[];
  places: ReadonlyMap<number, number>;
}

const resultBytes = 16_000_000;

export function openCatalogueWords(built: BuiltWords): CatalogueWords {
  return {
    built: openWords(built),
    changed: null,
    results: new LRUCache({
      maxSize: resultBytes,
      sizeCalculation: ({ slots, classes }, { length }) => slots.byteLength + classes.byteLength + length + 400,
    }),
  };
}

/** Call this after a title has changed. */
export function forgetTitles(words: CatalogueWords): void {
  words.changed = null;
  words.results.clear();
}

/** An index of the titles in these slots. */
export function indexChanged(slots: readonly number[], titleOf: (slot: number) => string): ChangedTitles {
  return {
    index: openWords(indexWords(slots.map(titleOf))),
    slots,
    places: new Map(slots.map((slot, place) => [slot, place])),
  };
}

/** A part of the catalogue whose titles are indexed together. */
export interface Part {
  index: WordIndex;
  /** `null` = the title has changed and is in another part. */
  slotOf(title: number): number | null;
}

/** The parts to search. */
export function partsOf({ built, changed }: CatalogueWords): Part[] {
  if (!changed) return [{ index: built, slotOf: (title) => title }];
  const { index, slots, places } = changed;
  return [
    { index: built, slotOf: (title) => (places.has(title) ? null : title) },
    { index, slotOf: (title) => slots[title]! },
  ];
}
