import { lowerBound } from "../../../../platform/process/lower-bound.ts";
import { initialsOf } from "./initials.ts";
import { spellingsOf } from "./numerals.ts";
import { titleWords } from "./words.ts";

/** Maps keys, such as words, to the titles in which they occur. A title is its position among the indexed ones. */
interface Occurrences<Keys> {
  /** Distinct, ascending. */
  keys: Keys;
  /** Key `n` occurs in the titles from `offsets[n]` to `offsets[n + 1]`, ascending. */
  offsets: Uint32Array<ArrayBuffer>;
  titles: Uint32Array<ArrayBuffer>;
}

/** The words of titles, built in a worker thread: all but the keys is transferred without copying. */
interface Words<Keys> {
  words: Occurrences<Keys>;
  initials: Occurrences<Keys>;
  /** The letters of each word as a set of bits. */
  letters: Uint32Array<ArrayBuffer>;
  /** The words of title `n`, by number, are `sequence` from `starts[n]` to `starts[n + 1]`. */
  starts: Uint32Array<ArrayBuffer>;
  sequence: Uint32Array<ArrayBuffer>;
  /** 1 for each word of the sequence that begins a part of the title. */
  partStarts: Uint8Array<ArrayBuffer>;
}
/** The keys joined by spaces: one string is transferred faster than a list. */
export type BuiltWords = Words<string>;
export interface WordIndex extends Words<string[]> {
  /** 1 for each word that people omit in front of a name. */
  skippable: Uint8Array;
}

const skippableWords = ["the", "a", "an", "sid", "meiers", "tom", "clancys", "marvels", "ea", "sports", "disney"];

export function indexWords(titles: readonly string[]): BuiltWords {
  const split = titles.map(titleWords);
  const { ids, ...words } = listOccurrences(split.map((title) => title.words));
  const { ids: _, ...initials } = listOccurrences(split.map(initialsOf));
  const starts = new Uint32Array(titles.length + 1);
  for (const [title, { words }] of split.entries()) starts[title + 1] = starts[title]! + words.length;
  const sequence = new Uint32Array(starts.at(-1)!);
  const partStarts = new Uint8Array(sequence.length);
  for (const [title, of] of split.entries()) {
    sequence.set(
      of.words.map((word) => ids.get(word)!),
      starts[title],
    );
    partStarts.set(of.starts.map(Number), starts[title]);
  }
  return {
    words: { ...words, keys: words.keys.join(" ") },
    initials: { ...initials, keys: initials.keys.join(" ") },
    letters: Uint32Array.from(words.keys, lettersOf),
    starts,
    sequence,
    partStarts,
  };
}

function listOccurrences(lists: readonly (readonly string[])[]): Occurrences<string[]> & { ids: Map<string, number> } {
  const keys = [...new Set(lists.flat())].sort();
  const ids = new Map(keys.map((key, id) => [key, id]));
  const offsets = new Uint32Array(keys.length + 1);
  const distinct = lists.map((list) => [...new Set(list)]);
  for (const list of distinct) for (const key of list) offsets[ids.get(key)! + 1]! += 1;
  for (let id = 0; id < keys.length; id++) offsets[id + 1]! += offsets[id]!;
  const ends = offsets.slice();
  const titles = new Uint32Array(offsets.at(-1)!);
  for (const [title, list] of distinct.entries()) {
    for (const key of list) {
      const id = ids.get(key)!;
      titles[ends[id]!++] = title;
    }
  }
  return { keys, offsets, titles, ids };
}

export function openWords({ words, initials, ...rest }: BuiltWords): WordIndex {
  const split = (keys: string) => (keys === "" ? [] : keys.split(" "));
  const keys = split(words.keys);
  const skippable = new Uint8Array(keys.length);
  for (const word of skippableWords) for (const id of wholeWords(keys, word)) skippable[id] = 1;
  return {
    ...rest,
    skippable,
    words: { ...words, keys },
    initials: { ...initials, keys: split(initials.keys) },
  };
}

/** The letters and digits of a word; those beyond a to z share bits. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters >>> 0;
}

const idOf = (keys: readonly string[], key: string): number | null => {
  const id = lowerBound(keys.length, (at) => keys[at]! < key);
  return keys[id] === key ? id : null;
};

/** The words that match a word of a search. */
export interface WordMatches {
  /** The word itself and other spellings of its number. */
  whole: readonly number[];
  /** The words that begin with it. */
  from: number;
  to: number;
}

export function matchWord({ words: { keys } }: WordIndex, word: string): WordMatches {
  const from = lowerBound(keys.length, (at) => keys[at]! < word);
  const to = from + lowerBound(keys.length - from, (at) => keys[from + at]!.startsWith(word));
  return { whole: wholeWords(keys, word), from, to };
}

/** The word and other spellings of its number that occur in titles. */
export function wholeWords(keys: readonly string[], word: string): number[] {
  return spellingsOf(word)
    .map((spelling) => idOf(keys, spelling))
    .filter((id) => id !== null);
}

/** The titles in which these words occur, ascending for each word. */
export function* titlesWith<Keys>({ offsets, titles }: Occurrences<Keys>, ids: Iterable<number>) {
  for (const id of ids) yield titles.subarray(offsets[id], offsets[id + 1]);
}

export function titlesWithInitials({ initials }: WordIndex, key: string): Uint32Array {
  const id = idOf(initials.keys, key);
  return id === null ? new Uint32Array() : initials.titles.subarray(initials.offsets[id], initials.offsets[id + 1]);
}
