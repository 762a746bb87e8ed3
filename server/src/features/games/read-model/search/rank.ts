import { matchWord, type WordIndex, type WordMatches } from "./word-index.ts";

/** How well a title matches; lower is better (spec/games 2.2). */
export const ranks = { title: 0, start: 2, words: 4, anywhere: 6 } as const;
/** One of `ranks`; 1 more for a match of another title of the game, which comes after games' own titles. */
export type Rank = number;

export const otherTitleRank = 1;

/** Whether it is the whole title of a game, its own or another one. */
export const isWholeTitle = (rank: Rank) => rank <= ranks.title + otherTitleRank;

export interface Ranker {
  /** The rank of a title by number; `anywhere` also if it does not match at all. */
  rank(title: number): Rank;
  /** Whether each word, except those in `without`, begins a word of the title. */
  hasWords(title: number, without?: { at: number; length: number }): boolean;
}

/** Ranks titles for the words of a search. */
export function createRanker(index: WordIndex, words: readonly string[]): Ranker {
  const { starts, sequence, partStarts, skippable } = index;
  const matches = words.map((word) => matchWord(index, word));
  const isWhole = ({ whole }: WordMatches, word: number) => whole.includes(word);
  const begins = ({ whole, from, to }: WordMatches, word: number) =>
    (word >= from && word < to) || whole.includes(word);

  /** Whether the words occur there in this order; the last one may be unfinished. */
  function isRun(at: number): boolean {
    for (let n = 0; n < matches.length - 1; n++) if (!isWhole(matches[n]!, sequence[at + n]!)) return false;
    return begins(matches.at(-1)!, sequence[at + matches.length - 1]!);
  }

  function isSomewhere(one: WordMatches, first: number, end: number): boolean {
    for (let at = first; at < end; at++) if (begins(one, sequence[at]!)) return true;
    return false;
  }

  function hasWords(title: number, without?: { at: number; length: number }): boolean {
    return matches.every(
      (one, n) =>
        (without && n >= without.at && n < without.at + without.length) ||
        isSomewhere(one, starts[title]!, starts[title + 1]!),
    );
  }

  return {
    hasWords,
    rank(title) {
      if (matches.length === 0) return ranks.anywhere;
      const first = starts[title]!;
      const end = starts[title + 1]!;
      let fromStart = true;
      let canStart = false;
      let found: Rank = ranks.anywhere;
      for (let at = first; at + matches.length <= end; at++) {
        canStart ||= partStarts[at] === 1;
        if (canStart && isRun(at)) {
          if (fromStart && at + matches.length === end && isWhole(matches.at(-1)!, sequence[end - 1]!))
            return ranks.title;
          found = ranks.start;
        }
        const skips = skippable[sequence[at]!] === 1;
        fromStart &&= skips;
        canStart &&= skips;
      }
      return found === ranks.anywhere && hasWords(title) ? ranks.words : found;
    },
  };
}
