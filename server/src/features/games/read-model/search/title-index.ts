import { lowerBound } from "../../../../platform/process/lower-bound.ts";

/**
 * A trigram index of titles: maps every three consecutive UTF-16 code units of a word to the slots of the titles,
 * whatever the script. At the end of a word, one or two code units are a key as well.
 */
export interface TitleIndex {
  /** The distinct trigrams as numbers, ascending. */
  keys: Float64Array<ArrayBuffer>;
  /** The slots of trigram `n`, once per occurrence, are `slots` from `offsets[n]` to `offsets[n + 1]`. */
  offsets: Uint32Array<ArrayBuffer>;
  slots: Uint32Array<ArrayBuffer>;
}

const codeUnits = 2 ** 16;
const space = 0x20;

/** For words up to this length, all candidates are matches. */
export const gramLength = 3;

/** Indexes folded titles; a title's place in the list is its slot. */
export function indexTitles(titles: readonly string[]): TitleIndex {
  const counts = new Map<number, number>();
  eachTrigram(titles, (key) => counts.set(key, (counts.get(key) ?? 0) + 1));
  const keys = Float64Array.from(counts.keys()).sort();
  const offsets = new Uint32Array(keys.length + 1);
  for (const [n, key] of keys.entries()) offsets[n + 1] = offsets[n]! + counts.get(key)!;

  const slots = new Uint32Array(offsets.at(-1)!);
  const ends = new Map(Array.from(keys, (key, n) => [key, offsets[n]!]));
  eachTrigram(titles, (key, slot) => {
    const end = ends.get(key)!;
    slots[end] = slot;
    ends.set(key, end + 1);
  });
  return { keys, offsets, slots };
}

function eachTrigram(titles: readonly string[], onTrigram: (key: number, slot: number) => void): void {
  for (const [slot, title] of titles.entries()) {
    for (let at = 0; at < title.length; at++) {
      if (title.charCodeAt(at) !== space) onTrigram(keyOf(title, at), slot);
    }
  }
}

/** The three code units from `at` on as one number, with 0 after the end of the word. */
function keyOf(text: string, at: number): number {
  let key = text.charCodeAt(at);
  for (let next = at + 1, inWord = true; next < at + gramLength; next++) {
    const codeUnit = next < text.length ? text.charCodeAt(next) : space;
    inWord &&= codeUnit !== space;
    key = key * codeUnits + (inWord ? codeUnit : 0);
  }
  return key;
}

/** The slots of all titles that contain the word, and of some that do not; may repeat slots. */
export function findCandidates(index: TitleIndex, word: string): Uint32Array {
  if (word.length <= gramLength) return slotsOf(index, word);
  const lists = Array.from({ length: word.length - gramLength + 1 }, (_, at) =>
    slotsOf(index, word.slice(at, at + gramLength)),
  );
  return lists.reduce((shortest, list) => (list.length < shortest.length ? list : shortest));
}

/** The slots of all trigrams that begin with these code units. */
function slotsOf({ keys, offsets, slots }: TitleIndex, start: string): Uint32Array {
  const first = keyOf(start, 0);
  const next = first + codeUnits ** (gramLength - start.length);
  const place = (key: number) => lowerBound(keys.length, (at) => keys[at]! < key);
  return slots.subarray(offsets[place(first)], offsets[place(next)]);
}
