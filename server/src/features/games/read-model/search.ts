import { searchWords } from "contract/core/text.ts";
import { type IndexedGames, matchTitles, readTitles, scanTitles } from "./indexed-games.ts";
import { expandAbbreviations } from "./search/abbreviations.ts";
import { type Correct, correctTypos, joinWords, leaveOutWords } from "./search/corrections.ts";
import { indexChanged, partsOf, type SearchResult } from "./search/index-words.ts";
import { asInitials } from "./search/initials.ts";
import { inDigits } from "./search/numerals.ts";
import { createRanker, isWholeTitle, otherTitleRank, type Rank, type Ranker, ranks } from "./search/rank.ts";
import { matchWord, titlesWith, titlesWithInitials, type WordIndex } from "./search/word-index.ts";
import { hasSigns, plainWords } from "./search/words.ts";
import { highestFirst } from "./sort-orders.ts";

export type { SearchResult };

/**
 * Searches for games (spec/games 2.2); returns `null` for a search without words, which all games match. `exact` finds
 * only titles that contain every word as typed.
 */
export function searchGames(index: IndexedGames, search: string, { exact = false } = {}): SearchResult | null {
  const words = searchWords(search);
  if (words.length === 0) return null;
  const { results } = index.words;
  const key = `${exact} ${words.join(" ")}`;
  const cached = results.get(key);
  if (cached) return cached;
  if (index.retitled.size > 0 && !index.words.changed) {
    index.words.changed = indexChanged([...index.retitled], (slot) => readTitles(index, slot));
  }
  const found = exact ? toResult(findContaining(index, search), null) : findOrCorrect(index, search);
  results.set(key, found);
  return found;
}

interface Found {
  /** Distinct, in no order. */
  slots: number[];
  /** By slot. */
  classes: Uint8Array;
}

const notFound = 255;

function add({ slots, classes }: Found, slot: number, rank: number): void {
  if (classes[slot] === notFound) slots.push(slot);
  if (rank < classes[slot]!) classes[slot] = rank;
}

/** A search with fewer matches may be corrected, unless one of them has exactly the requested title. */
const minMatches = 3;

function findOrCorrect(index: IndexedGames, search: string): SearchResult {
  const found = findAll(index, search);
  const uncorrected = toResult(found, null);
  const best = uncorrected.classes.length < minMatches ? Math.min(...uncorrected.classes) : ranks.title;
  const series = uncorrected.classes.some(isWholeTitle) ? null : findSeries(index, search);
  if (isWholeTitle(best) && series === null) return uncorrected;
  const corrected = series ?? correct(index, search, best < ranks.anywhere);
  if (corrected === null) return uncorrected;
  const better = findAll(index, corrected);
  for (const slot of uncorrected.slots) add(better, slot, ranks.anywhere);
  return toResult(better, corrected);
}

function toResult({ slots, classes }: Found, corrected: string | null): SearchResult {
  const result = { slots: Uint32Array.from(slots), classes: new Uint8Array(slots.length), corrected };
  for (let at = 0; at < slots.length; at++) result.classes[at] = classes[slots[at]!]!;
  return result;
}

/** Titles that contain the words as typed, in other spellings, or with expanded abbreviations. */
function findAll(index: IndexedGames, search: string): Found {
  const found = findContaining(index, search);
  if (hasSigns(search)) return found;
  const words = plainWords(search);
  addWords(index, words, found);
  const expanded = expandAbbreviations(words);
  if (!expanded) return found;
  const more = findContaining(index, expanded.join(" "));
  addWords(index, expanded, more);
  for (const slot of more.slots) add(found, slot, more.classes[slot]!);
  return found;
}

/** Titles that contain every word anywhere. */
function findContaining(index: IndexedGames, search: string): Found {
  const found: Found = { slots: [], classes: new Uint8Array(index.titles.length).fill(notFound) };
  const words = plainWords(search);
  const { built, changed } = index.words;
  const rank = createRanker(built, words).rank;
  const rankChanged = changed && createRanker(changed.index, words).rank;
  for (const slot of matchTitles(index, searchWords(search))) {
    const place = changed?.places.get(slot);
    add(found, slot, place === undefined ? rank(slot) : rankChanged!(place));
  }
  addOthers(index, search, found);
  return found;
}

const none: ReadonlySet<number> = new Set();

/** Adds games by their other titles that contain every word anywhere. */
function addOthers(index: IndexedGames, search: string, found: Found): void {
  const words = plainWords(search);
  const folded = searchWords(search);
  const [, others, changed] = partsOf(index.words);
  const { titles = [], places = none } = index.words.changed ?? {};
  const matches = [
    { part: others, titles: scanTitles({ ...index.builtOthers, retitled: none }, folded) },
    {
      part: changed,
      titles: titles.keys().filter((at) => at >= places.size && folded.every((word) => titles[at]!.includes(word))),
    },
  ];
  for (const { part, titles } of matches) {
    const rank = part && createRanker(part.index, words).rank;
    for (const title of titles) {
      const slot = part!.slotOf(title);
      if (slot !== null) add(found, slot, rank!(title) + otherTitleRank);
    }
  }
}

/** Adds titles with words that begin with these. */
function addWords(index: IndexedGames, words: readonly string[], found: Found): void {
  if (words.length === 0) return;
  for (const { index: part, slotOf, isOther } of partsOf(index.words)) {
    const isNew = (title: number) => {
      const slot = slotOf(title);
      return slot !== null && (found.classes[slot] === notFound || isOther(title));
    };
    eachMatch(part, words, isNew, (title, rank) => {
      const slot = slotOf(title);
      if (slot !== null) add(found, slot, rank + (isOther(title) ? otherTitleRank : 0));
    });
  }
}

/**
 * The most likely correction, of equal ones that of the most popular game; `null` = none is likely. If all words occur
 * in titles, they are `spelledRight` and are only joined or split. A part of a series that is not in the catalogue
 * becomes the series: `portal 7` is `portal`.
 */
function correct(index: IndexedGames, search: string, spelledRight: boolean): string | null {
  const words = plainWords(search);
  if (words.length === 0 || hasSigns(search)) return null;
  if (spelledRight) return best(index, words, [joinWords]);
  const expanded = expandAbbreviations(words);
  const readings = expanded ? [words, expanded] : [words];
  for (const reading of readings) {
    const corrected = best(index, reading, [joinWords, correctTypos]);
    if (corrected !== null) return corrected;
  }
  for (const reading of readings.filter(({ length }) => length >= 3)) {
    const shorter = best(index, reading, [leaveOutWords]);
    if (shorter !== null) return shorter;
  }
  return withoutNumbers(index, words, (word) => word);
}

/**
 * The series that an abbreviation names, if the catalogue lacks the numbered part: `gta 5` is `grand theft auto`.
 * `null` = the part is there, or it is not an abbreviation.
 */
function findSeries(index: IndexedGames, search: string): string | null {
  const expanded = hasSigns(search) ? null : expandAbbreviations(plainWords(search));
  if (!expanded || hasMatches(index, expanded.join(" "))) return null;
  return withoutNumbers(index, expanded, inDigits);
}

function withoutNumbers(index: IndexedGames, words: readonly string[], read: (word: string) => string): string | null {
  const named = words.filter((word) => !/^\d+$/.test(read(word)));
  const isShorter = named.length > 0 && named.length < words.length;
  return isShorter && hasMatches(index, named.join(" ")) ? named.join(" ") : null;
}

/** Whether titles have the words of the search. */
function hasMatches(index: IndexedGames, search: string): boolean {
  return findAll(index, search).classes.some((rank) => rank < ranks.anywhere);
}

function best(index: IndexedGames, words: readonly string[], corrections: readonly Correct[]): string | null {
  let best: Candidate | null = null;
  const rankers = new Map<string, Ranker>();
  for (const { index: part, slotOf, isOther } of partsOf(index.words)) {
    rankers.clear();
    for (const correction of corrections) {
      correction(part, words, ({ title, words, cost }) => {
        const slot = slotOf(title);
        if (slot === null || (best && cost > best.cost)) return;
        const key = words.join(" ");
        const ranker = rankers.get(key) ?? createRanker(part, words);
        rankers.set(key, ranker);
        const rank = ranker.rank(title) + (isOther(title) ? otherTitleRank : 0);
        const candidate = { slot, cost, rank, words };
        if (!best || compareCandidates(index, candidate, best) < 0) best = candidate;
      });
    }
  }
  const text = (best as Candidate | null)?.words.join(" ") ?? null;
  return text === words.join(" ") ? null : text;
}

interface Candidate {
  slot: number;
  cost: number;
  rank: number;
  words: readonly string[];
}

function compareCandidates({ columns: { popularity } }: IndexedGames, a: Candidate, b: Candidate): number {
  return a.cost - b.cost || a.rank - b.rank || highestFirst(popularity[a.slot]!, popularity[b.slot]!);
}

/** A word in at least this many titles is a word, not initials. */
const minTitlesOfWord = 3;

/**
 * Calls `onMatch` for each new title whose words begin with the words of a search, and for each title, new or not, with
 * matching initials; may repeat titles.
 */
function eachMatch(
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
