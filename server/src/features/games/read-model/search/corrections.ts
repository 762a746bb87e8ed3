import { editDistance } from "./edit-distance.ts";
import { spellingsOf } from "./numerals.ts";
import { lettersOf, type WordIndex, wholeWords } from "./word-index.ts";

/** A search that a title suggests instead of the requested one. */
export interface Correction {
  title: number;
  /** The words to search for. */
  words: string[];
  /** Their distance from the request; lower is better. */
  cost: number;
}

export type Correct = (index: WordIndex, words: readonly string[], onCorrection: (found: Correction) => void) => void;

/** Costs less than any typo when the words are complete, more than one when the last isn't. */
const joinedCost = 0.5;
const unfinishedJoinedCost = 1.5;
/** An unfinished word has at least this many letters: with fewer, nearly anything fits. */
const minLetters = 3;

/** Words that are written together or apart in a title, from the beginning of any of its words: `hollowknight`. */
export const joinWords: Correct = (index, words, onCorrection) => {
  const text = words.join("");
  if (text.length < 4) return;
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

/** The words from the place on that the text consists of. */
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

/** How the text at the place spells the word if it is a number. */
function otherSpelling(word: string, text: string, at: number): string | undefined {
  return spellingsOf(word).find((spelling) => text.startsWith(spelling, at));
}

/** How many edits a word may be away: one from 4 letters, two from 8. */
export function maxEdits(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** What the rest of an unfinished word adds to the cost, so that whole words are preferred. */
const unfinishedCost = 0.25;
/** A shorter word with a typo resembles the beginning of too many others. */
const minUnfinishedLetters = 5;

/** The words that titles have in place of each, with their costs, as long as all occur in one title. */
export const correctTypos: Correct = (index, words, onCorrection) => {
  const { offsets, titles } = index.words;
  const meant = words.map((word, at) => similarWords(index, word, at === words.length - 1));
  const countOf = (costs: ReadonlyMap<number, number>) =>
    [...costs.keys()].reduce((sum, id) => sum + offsets[id + 1]! - offsets[id]!, 0);
  const rarest = meant.reduce((best, one) => (countOf(one) < countOf(best) ? one : best));
  const seen = new Set<number>();
  let least = Number.POSITIVE_INFINITY;
  for (const id of rarest.keys()) {
    for (const title of titles.subarray(offsets[id], offsets[id + 1])) {
      if (seen.has(title)) continue;
      seen.add(title);
      const cost = costIn(index, title, meant, least);
      if (cost === null) continue;
      least = cost;
      const text = meant.map((costs, at) => {
        const id = cheapestIn(index, title, costs)!;
        return costs.get(id) === 0 ? words[at]! : index.words.keys[id]!;
      });
      onCorrection({ title, words: text, cost });
    }
  }
};

/** What the words cost together if the title has them all; `null` if it has not, or they cost more than `most`. */
function costIn(index: WordIndex, title: number, meant: readonly ReadonlyMap<number, number>[], most: number) {
  let sum = 0;
  for (const costs of meant) {
    const id = cheapestIn(index, title, costs);
    if (id === null) return null;
    sum += costs.get(id)!;
    if (sum > most) return null;
  }
  return sum;
}

/** The title's word of the least cost; `null` if it has none of them. */
function cheapestIn({ starts, sequence }: WordIndex, title: number, costs: ReadonlyMap<number, number>): number | null {
  let cheapest: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let at = starts[title]!; at < starts[title + 1]!; at++) {
    const cost = costs.get(sequence[at]!);
    if (cost === undefined || cost >= least) continue;
    cheapest = sequence[at]!;
    least = cost;
  }
  return cheapest;
}

/** The words that may have been meant, with the number of edits. */
function similarWords(index: WordIndex, word: string, mayBeUnfinished: boolean): Map<number, number> {
  const { keys } = index.words;
  const costs = new Map(wholeWords(keys, word).map((id) => [id, 0]));
  const most = maxEdits(word);
  const letters = lettersOf(word);
  for (let id = 0; id < keys.length; id++) {
    if (bitCount(letters & ~index.letters[id]!) > most || costs.has(id)) continue;
    const cost = costOf(word, keys[id]!, most, bitCount(index.letters[id]! & ~letters), mayBeUnfinished);
    if (cost !== null) costs.set(id, cost);
  }
  return costs;
}

/** Of a title's word in place of the one typed, which lacks `missing` of its letters; `null` = it is another word. */
function costOf(word: string, key: string, most: number, missing: number, mayBeUnfinished: boolean): number | null {
  if (mayBeUnfinished && key.startsWith(word)) return unfinishedCost;
  if (most === 0) return null;
  if (missing <= most) {
    const edits = editDistance(word, key, most);
    if (edits <= most) return edits;
  }
  // letters that should or should not be doubled are together one edit: `aseto` for `assetto`
  if (missing === 0 && withoutDoubles(word) === withoutDoubles(key)) return 1;
  if (!mayBeUnfinished || word.length < minUnfinishedLetters) return null;
  const edits = editDistance(word, key, most, true);
  return edits <= most ? edits + unfinishedCost : null;
}

const withoutDoubles = (word: string) => word.replace(/(.)\1+/gu, "$1");

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Titles with most of the words, for searches that name too much: `harry potter hogwarts legacy`. */
export const leaveOutWords: Correct = (index, words, onCorrection) => {
  const { keys, offsets, titles } = index.words;
  const ids = words.map((word) => wholeWords(keys, word));
  const counts = new Uint8Array(index.starts.length - 1);
  for (const some of ids) {
    for (const id of some) for (const title of titles.subarray(offsets[id], offsets[id + 1])) counts[title]! += 1;
  }
  const fewest = Math.max(2, Math.ceil(words.length / 2));
  const most = counts.reduce((best, count) => Math.max(best, count), 0);
  for (let title = 0; title < counts.length; title++) {
    if (counts[title]! < Math.max(fewest, most)) continue;
    const [from, to] = [index.starts[title], index.starts[title + 1]];
    const present = new Set(index.sequence.subarray(from, to));
    const left = words.filter((_, at) => ids[at]!.some((id) => present.has(id)));
    if (left.length < fewest || !left.some((word) => word.length > 3)) continue;
    onCorrection({ title, words: left, cost: words.length - left.length });
  }
};
