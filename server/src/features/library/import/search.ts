import { setImmediate } from "node:timers/promises";
import { maxCandidates } from "contract/library/rules.ts";
import type { Db } from "../../../platform/db/connect.ts";
import type { Catalogue } from "../../games/read-model/read-model.ts";
import { inDigits } from "../../games/read-model/search/numerals.ts";
import { plainWords } from "../../games/read-model/search/words.ts";
import { readTitle } from "../../prices/sources/titles.ts";
import type { ImportEntry } from "./entry.ts";
import { distinct, findByIds, isCertain, type KnownGame, type Match } from "./match.ts";

export type SearchTitles = Catalogue["searchTitles"];

/** How long titles are searched, in ms. The rest keeps its matches: people can search for them one by one. */
const searchTime = 1_000;

/**
 * Adds what the site's search finds for entries without a certain match: for "The Witcher 3" or "Hollow Knigth". An
 * entry with an appid that the catalogue lacks is another game.
 */
export async function searchUncertain(
  db: Db,
  search: SearchTitles,
  entries: readonly ImportEntry[],
  matches: readonly Match[],
): Promise<Match[]> {
  const found = new Map<number, number[]>();
  const start = performance.now();
  for (const [n, { title, steamAppid }] of entries.entries()) {
    if (title === null || steamAppid !== null || matches[n]!.kind === "found") continue;
    if (performance.now() - start > searchTime) break;
    const ids = searchName(search, nameOf(title));
    if (ids.length > 0) found.set(n, ids);
    await setImmediate();
  }
  const games = await findByIds(db, [...new Set([...found.values()].flat())]);
  return matches.map((match, n) => {
    const candidates = (found.get(n) ?? []).flatMap((id) => games.get(id) ?? []);
    return match.kind === "found" || candidates.length === 0 ? match : withCandidates(match, entries[n]!, candidates);
  });
}

const nameOf = (title: string) => readTitle(title).at(-1)!.name;

/** The ids of the games that a search for the name finds with all of its words, apart from typos. */
function searchName(search: SearchTitles, name: string): number[] {
  const words = plainWords(name);
  // a single short word begins too many titles
  if (words.join("").length < 4) return [];
  const { ids, corrected } = search(name, maxCandidates);
  const others = corrected === null ? words : plainWords(corrected);
  const isComplete = others.length >= words.length || others.join("") === words.join("");
  return isComplete ? ids : [];
}

function withCandidates(match: Match & { kind: "unsure" | "missing" }, entry: ImportEntry, found: KnownGame[]): Match {
  const before = match.kind === "unsure" ? match.candidates : [];
  const candidates = distinct([...before, ...found]).slice(0, maxCandidates);
  if (match.kind === "unsure") return { ...match, candidates };
  const reading = readTitle(entry.title!).at(-1)!;
  const same = found.filter(({ title }) => sameWords(title, reading.name));
  if (same.length === 1 && isCertain(entry, reading, same[0]!)) return { kind: "found", game: same[0]! };
  const isProbable = isCertain(entry, reading, candidates[0]!) && namesGame(reading.name, candidates[0]!.title);
  return { kind: "unsure", candidates, isProbable };
}

/** Whether they differ only in apostrophes, signs and spellings of numbers: "Baldurs Gate III". */
function sameWords(one: string, other: string): boolean {
  const wordsOf = (title: string) => plainWords(title).map(inDigits).join(" ");
  return wordsOf(one) === wordsOf(other);
}

/** Whether the name is long enough to mean the game, and has no number that its title lacks. */
function namesGame(name: string, title: string): boolean {
  const words = plainWords(name).map(inDigits);
  const numbers = new Set(plainWords(title).map(inDigits).filter(isNumber));
  const isLong = words.length >= 2 || words.join("").length >= 8;
  return isLong && words.filter(isNumber).every((number) => numbers.has(number));
}

const isNumber = (word: string) => /^\d+$/.test(word);
