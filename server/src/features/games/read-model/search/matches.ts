import { asInitials } from "./initials.ts";
import { createRanker, type Rank, ranks } from "./rank.ts";
import { matchWord, titlesWith, titlesWithInitials, type WordIndex } from "./word-index.ts";

/** A word in at least this many titles is a word, not initials. */
const minTitlesOfWord = 3;

/**
 * Calls `onMatch` for each new title whose words begin with the words of a search, and for each title, new or not, with
 * matching initials; may repeat titles.
 */
export function eachMatch(
  index: WordIndex,
  words: readonly string[],
  isNew: (title: number) => boolean,
  onMatch: (title: number, rank: Rank) => void,
): void {
  const matches = words.map((word) => matchWord(index, word));
  const { rank, hasWords } = createRanker(index, words);
  const { offsets } = index.words;
  const lists = matches.map(({ whole, from, to }) => {
    const titles = [index.words.titles.subarray(offsets[from], offsets[to])];
    return [
      ...titles,
      ...titlesWith(
        index.words,
        whole.filter((id) => id < from || id >= to),
      ),
    ];
  });
  const shortest = lists.reduce((best, list) => (countOf(list) < countOf(best) ? list : best));
  for (const titles of shortest) {
    for (const title of titles) {
      if (!isNew(title)) continue;
      const found = rank(title);
      if (found < ranks.anywhere) onMatch(title, found);
    }
  }
  for (const [at, word] of words.entries()) {
    if (countOf([...titlesWith(index.words, matches[at]!.whole)]) >= minTitlesOfWord) continue;
    for (const { key, length } of asInitials(word, words[at + 1])) {
      for (const title of titlesWithInitials(index, key)) {
        if (hasWords(title, { at, length })) onMatch(title, ranks.words);
      }
    }
  }
}

const countOf = (lists: readonly Uint32Array[]): number => lists.reduce((sum, { length }) => sum + length, 0);
