import { foldText } from "contract/core/text.ts";
import { LRUCache } from "lru-cache";
import { sizes } from "../../../../platform/process/sizes.ts";
import type { BuiltOthers } from "../build.ts";
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
export interface IndexWords {
  built: WordIndex;
  /** Those of other titles at build time, with the slots of their games. */
  others: { index: WordIndex; slots: Uint32Array };
  /** Indexed lazily by searches. */
  changed: ChangedTitles | null;
  /** Cached until a title changes. */
  results: LRUCache<string, SearchResult>;
}

export interface ChangedTitles {
  index: WordIndex;
  /** Folded: the games' own titles, then the others. */
  titles: readonly string[];
  /** The slots of the titles, in their order. */
  slots: readonly number[];
  /** The place of each game's own title by its slot. */
  places: ReadonlyMap<number, number>;
}

const resultBytes = sizes.resultCacheMb * 1_000_000;

export function openIndexWords(built: BuiltWords, { words, slots }: BuiltOthers): IndexWords {
  return {
    built: openWords(built),
    others: { index: openWords(words), slots },
    changed: null,
    results: new LRUCache({
      maxSize: resultBytes,
      sizeCalculation: ({ slots, classes }, { length }) => slots.byteLength + classes.byteLength + length + 400,
    }),
  };
}

/** Call this after a title has changed. */
export function forgetTitles(words: IndexWords): void {
  words.changed = null;
  words.results.clear();
}

/** An index of the titles in these slots; of each slot its own title comes first. */
export function indexChanged(changed: readonly number[], titlesOf: (slot: number) => string[]): ChangedTitles {
  const named = changed.map((slot) => ({ slot, titles: titlesOf(slot) }));
  const others = named.flatMap(({ slot, titles }) => titles.slice(1).map((title) => ({ slot, title })));
  const all = [...named.map(({ slot, titles: [title = ""] }) => ({ slot, title })), ...others];
  const titles = all.map(({ title }) => title);
  return {
    index: openWords(indexWords(titles)),
    titles: titles.map(foldText),
    slots: all.map(({ slot }) => slot),
    places: new Map(changed.map((slot, place) => [slot, place])),
  };
}

/** A part of the catalogue whose titles are indexed together. */
export interface Part {
  index: WordIndex;
  /** `null` = the title has changed and is in another part. */
  slotOf(title: number): number | null;
  /** Whether it is another title of its game. */
  isOther(title: number): boolean;
}

/** The parts to search. */
export function partsOf({ built, others, changed }: IndexWords): Part[] {
  const unlessChanged = (slot: number) => (changed?.places.has(slot) ? null : slot);
  return [
    { index: built, slotOf: unlessChanged, isOther: () => false },
    { index: others.index, slotOf: (title) => unlessChanged(others.slots[title]!), isOther: () => true },
    ...(changed
      ? [
          {
            index: changed.index,
            slotOf: (title: number) => changed.slots[title]!,
            isOther: (title: number) => title >= changed.places.size,
          },
        ]
      : []),
  ];
}
