import type { Db } from "../server/src/db/connect.ts";
import { listSnapshotRows } from "../server/src/games/queries.ts";

/** Coprime to every number of combinations here, so that steps of this size meet each of them once. */
const stride = 7_368_787;

/**
 * The n-th of all ways to take one of each list, scattered so that neighbours have little in common. Two numbers below
 * the number of ways never get the same one.
 */
export function combine<Lists extends readonly (readonly unknown[])[]>(
  n: number,
  ...lists: Lists
): { [Index in keyof Lists]: Lists[Index][number] } {
  const ways = lists.reduce((product, list) => product * list.length, 1);
  let rest = (n * stride) % ways;
  return lists.map((list) => {
    const one = list[rest % list.length];
    rest = Math.floor(rest / list.length);
    return one;
  }) as { [Index in keyof Lists]: Lists[Index][number] };
}

/** The whole numbers from `first` to `last`. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** What one may search for in these titles. */
export interface SearchTerms {
  /** Words of one title in a hundred, and of more. */
  common: string[];
  /** Words of 3 to 100 titles. */
  rare: string[];
  /** The two letters that titles have most often side by side. */
  pairs: string[];
}

/** Of all titles. */
const ofCommonWord = 0.01;
const ofRareWord = { least: 3, most: 100 };
const mostPairs = 300;

/** Reads the catalogue's titles and picks terms out of them; only plain letters, which need no folding. */
export async function findSearchTerms(db: Db, ids: number[]): Promise<SearchTerms> {
  const words = new Map<string, number>();
  const pairs = new Map<string, number>();
  const count = (counts: Map<string, number>, term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const { titleFolded } of await listSnapshotRows(db, ids)) {
    for (const word of new Set(titleFolded.match(/\b[a-z]{4,}\b/g))) {
      count(words, word);
      for (let at = 0; at < word.length - 1; at++) count(pairs, word.slice(at, at + 2));
    }
  }
  const withCount = (least: number, most = Number.POSITIVE_INFINITY) =>
    [...words].filter(([, titles]) => titles >= least && titles <= most).map(([word]) => word);
  return {
    common: withCount(ofCommonWord * ids.length),
    rare: withCount(ofRareWord.least, ofRareWord.most),
    pairs: [...pairs]
      .sort(([, a], [, b]) => b - a)
      .slice(0, mostPairs)
      .map(([pair]) => pair),
  };
}
