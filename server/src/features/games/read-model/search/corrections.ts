import { spellingsOf } from "./numerals.ts";
import { lettersOf, type WordIndex, wholeWords } from "./word-index.ts";

/** A corrected search that a title suggests. */
interface Correction {
  title: number;
  /** The words to search for. */
  words: string[];
  /** The distance to the original search; lower is better. */
  cost: number;
}

export type Correct = (index: WordIndex, words: readonly string[], onCorrection: (found: Correction) => void) => void;

/** Less than any typo for complete words, more than one typo if the last word is unfinished. */
const joinedCost = 0.5;
const unfinishedJoinedCost = 1.5;
/** The minimum length of an unfinished word: with fewer letters, nearly anything matches. */
const minLetters = 3;

/** Finds titles that join or split the words, from the beginning of any of their words: `hollowknight`. */
export const joinWords: Correct = (index, words, onCorrection) => {
  const text = words.join("");
  // a syllable of Korean is one letter
  if (text.length < (/[a-z]/.test(text) ? 4 : 3)) return;
  const { keys, offsets, titles } = index.words;
  const first = new Set<number>();
  for (let end = 1; end <= text.length; end++) for (const id of wholeWords(keys, text.slice(0, end))) first.add(id);
  for (const id of first) {
    for (const title of titles.subarray(offsets[id], offsets[id + 1])) {
      for (let at = index.starts[title]!; at < index.starts[title + 1]!; at++) {
        if (index.sequence[at] !== id) continue;
        const run = readJoined(index, text, at, index.starts[title + 1]!);
        if (run && run.words.length !== words.length) onCorrection({ title, ...run });
      }
    }
  }
};

/** The words from the position on that the text consists of. */
function readJoined({ words: { keys }, sequence }: WordIndex, text: string, from: number, end: number) {
  const found: string[] = [];
  let read = 0;
  for (let at = from; at < end && read < text.length; at++) {
    const word = keys[sequence[at]!]!;
    const spelling = text.startsWith(word, read) ? word : otherSpelling(word, text, read);
    const isUnfinished = !spelling && text.length - read >= minLetters && word.startsWith(text.slice(read));
    if (!spelling && !isUnfinished) return null;
    found.push(spelling ?? word);
    if (isUnfinished) return { words: found, cost: unfinishedJoinedCost };
    read += spelling!.length;
  }
  return read === text.length ? { words: found, cost: joinedCost } : null;
}

/** The spelling of the word in the text at the position, if it is a number. */
function otherSpelling(word: string, text: string, at: number): string | undefined {
  return spellingsOf(word).find((spelling) => text.startsWith(spelling, at));
}

/** The maximum edit distance of a word: one from 4 letters, two from 8. */
function maxEdits(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Added to the cost of an unfinished word, so that whole words are preferred. */
const unfinishedCost = 0.25;
/** Shorter words with a typo resemble the beginnings of too many others. */
const minUnfinishedLetters = 5;

/** Replaces the words by similar ones that occur together in one title. */
export const correctTypos: Correct = (index, words, onCorrection) => {
  const { offsets, titles } = index.words;
  const candidates = words.map((word, at) => similarWords(index, word, at === words.length - 1));
  const countOf = (costs: ReadonlyMap<number, number>) =>
    [...costs.keys()].reduce((sum, id) => sum + offsets[id + 1]! - offsets[id]!, 0);
  const rarest = candidates.reduce((best, one) => (countOf(one) < countOf(best) ? one : best));
  const seen = new Set<number>();
  let minCost = Number.POSITIVE_INFINITY;
  for (const id of rarest.keys()) {
    for (const title of titles.subarray(offsets[id], offsets[id + 1])) {
      if (seen.has(title)) continue;
      seen.add(title);
      const cost = costIn(index, title, candidates, minCost);
      if (cost === null) continue;
      minCost = cost;
      const text = candidates.map((costs, at) => {
        const id = cheapestIn(index, title, costs)!;
        return costs.get(id) === 0 ? words[at]! : index.words.keys[id]!;
      });
      onCorrection({ title, words: text, cost });
    }
  }
};

/** The total cost of the words in the title; `null` if it lacks one, or they cost more than `maxCost`. */
function costIn(index: WordIndex, title: number, candidates: readonly ReadonlyMap<number, number>[], maxCost: number) {
  let sum = 0;
  for (const costs of candidates) {
    const id = cheapestIn(index, title, costs);
    if (id === null) return null;
    sum += costs.get(id)!;
    if (sum > maxCost) return null;
  }
  return sum;
}

/** The title's word with the lowest cost; `null` if it has none of them. */
function cheapestIn({ starts, sequence }: WordIndex, title: number, costs: ReadonlyMap<number, number>): number | null {
  let cheapest: number | null = null;
  let minCost = Number.POSITIVE_INFINITY;
  for (let at = starts[title]!; at < starts[title + 1]!; at++) {
    const cost = costs.get(sequence[at]!);
    if (cost === undefined || cost >= minCost) continue;
    cheapest = sequence[at]!;
    minCost = cost;
  }
  return cheapest;
}

/** The similar words in titles, with their costs. */
function similarWords(index: WordIndex, word: string, mayBeUnfinished: boolean): Map<number, number> {
  const { keys } = index.words;
  const costs = new Map(wholeWords(keys, word).map((id) => [id, 0]));
  const max = maxEdits(word);
  const letters = lettersOf(word);
  for (let id = 0; id < keys.length; id++) {
    if (bitCount(letters & ~index.letters[id]!) > max || costs.has(id)) continue;
    const cost = costOf(word, keys[id]!, max, bitCount(index.letters[id]! & ~letters), mayBeUnfinished);
    if (cost !== null) costs.set(id, cost);
  }
  return costs;
}

/** The cost of replacing `word`, which lacks `missing` letters of `key`, by `key`; `null` = they are too different. */
function costOf(word: string, key: string, max: number, missing: number, mayBeUnfinished: boolean): number | null {
  if (mayBeUnfinished && key.startsWith(word)) return unfinishedCost;
  if (max === 0) return null;
  if (missing <= max) {
    const edits = editDistance(word, key, max);
    if (edits <= max) return edits;
  }
  // missing and extra double letters count as one edit together: `aseto` for `assetto`
  if (missing === 0 && withoutDoubles(word) === withoutDoubles(key)) return 1;
  if (!mayBeUnfinished || word.length < minUnfinishedLetters) return null;
  const edits = editDistance(word, key, max, true);
  return edits <= max ? edits + unfinishedCost : null;
}

const withoutDoubles = (word: string) => word.replace(/(.)\1+/gu, "$1");

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Finds titles with most of the words, for searches with extra words: `harry potter hogwarts legacy`. */
export const leaveOutWords: Correct = (index, words, onCorrection) => {
  const { keys, offsets, titles } = index.words;
  const ids = words.map((word) => wholeWords(keys, word));
  const counts = new Uint8Array(index.starts.length - 1);
  for (const some of ids) {
    for (const id of some) for (const title of titles.subarray(offsets[id], offsets[id + 1])) counts[title]! += 1;
  }
  const minWords = Math.max(2, Math.ceil(words.length / 2));
  const maxCount = counts.reduce((max, count) => Math.max(max, count), 0);
  for (let title = 0; title < counts.length; title++) {
    if (counts[title]! < Math.max(minWords, maxCount)) continue;
    const [from, to] = [index.starts[title], index.starts[title + 1]];
    const present = new Set(index.sequence.subarray(from, to));
    const left = words.filter((_, at) => ids[at]!.some((id) => present.has(id)));
    if (left.length < minWords || !left.some((word) => word.length > 3)) continue;
    onCorrection({ title, words: left, cost: words.length - left.length });
  }
};

/** Longer than any word of a search. */
const maxLength = 128;

/** Rows of the table of distances, reused by every call. */
const rows = [0, 1, 2].map(() => new Uint8Array(maxLength + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * The Damerau–Levenshtein distance: the number of letters to insert, delete, replace or swap with their neighbour to
 * turn `a` into `b`, at most `max + 1`. With `unfinished`, the distance to the closest prefix of `b`.
 */
function editDistance(a: string, b: string, max: number, unfinished = false): number {
  const tooMany = max + 1;
  if (a.length - b.length > max || (!unfinished && b.length - a.length > max)) return tooMany;
  const width = Math.min(b.length, a.length + max);
  if (width > maxLength) return tooMany;
  let [beforeLast, last, current] = rows;
  for (let at = 0; at <= width; at++) last[at] = at;
  for (let row = 1; row <= a.length; row++) {
    let rowMin = Math.min(row, tooMany);
    current[0] = rowMin;
    const letter = a.charCodeAt(row - 1);
    for (let at = 1; at <= width; at++) {
      const other = b.charCodeAt(at - 1);
      let distance = Math.min(last[at]! + 1, current[at - 1]! + 1, last[at - 1]! + (letter === other ? 0 : 1), tooMany);
      const isSwapped = row > 1 && at > 1 && letter === b.charCodeAt(at - 2) && a.charCodeAt(row - 2) === other;
      if (isSwapped) distance = Math.min(distance, beforeLast[at - 2]! + 1);
      current[at] = distance;
      if (distance < rowMin) rowMin = distance;
    }
    if (rowMin > max) return tooMany;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return unfinished ? Math.min(...last.subarray(0, width + 1)) : Math.min(tooMany, last[width]!);
}
