import { type IndexedGames, readTitles } from "../indexed-games.ts";
import { searchGames } from "../search.ts";
import { highestFirst } from "../sort-orders.ts";
import { inDigits } from "./numerals.ts";
import { plainWords } from "./words.ts";

/**
 * A game that a name may mean. `same`: its title differs only in apostrophes, signs and spellings of numbers; `likely`:
 * the title has all words of the name, apart from typos, and every number; else `possible`.
 */
export interface NamedGame {
  id: number;
  match: "same" | "likely" | "possible";
}

/** The games of all types whose titles have all words of the name, apart from typos, best matches first. */
export function findNamed(index: IndexedGames, name: string, limit: number): NamedGame[] {
  const words = plainWords(name);
  // a single short word begins too many titles
  if (words.join("").length < 4) return [];
  const found = searchGames(index, name);
  if (!found || !isComplete(words, found.corrected)) return [];
  const { popularity, id } = index.columns;
  const places = Array.from(found.slots, (slot, at) => ({ slot, rank: found.classes[at]! }));
  places.sort((a, b) => a.rank - b.rank || highestFirst(popularity[a.slot]!, popularity[b.slot]!) || a.slot - b.slot);
  return places
    .slice(0, limit)
    .map(({ slot }) => ({ id: id[slot]!, match: bestMatch(words, readTitles(index, slot)) }));
}

/** Whether a correction left no word out. */
function isComplete(words: readonly string[], corrected: string | null): boolean {
  const others = corrected === null ? words : plainWords(corrected);
  return others.length >= words.length || others.join("") === words.join("");
}

function bestMatch(words: readonly string[], titles: readonly string[]): NamedGame["match"] {
  const matches = titles.map((title) => matchOf(words, title));
  return (["same", "likely"] as const).find((match) => matches.includes(match)) ?? "possible";
}

function matchOf(words: readonly string[], title: string): NamedGame["match"] {
  const [name, other] = [words, plainWords(title)].map((all) => all.map(inDigits)) as [string[], string[]];
  if (name.join(" ") === other.join(" ")) return "same";
  const isLong = name.length >= 2 || name.join("").length >= 8;
  const hasNumbers = name.filter((word) => /^\d+$/.test(word)).every((number) => other.includes(number));
  return isLong && hasNumbers ? "likely" : "possible";
}
