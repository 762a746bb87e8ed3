import { inDigits } from "./numerals.ts";
import type { TitleWords } from "./words.ts";

const fewest = 2;
const most = 7;
/** Titles with more parts have no initials that anybody writes. */
const maxParts = 4;
const articles = new Set(["the", "a", "an"]);

/**
 * What the title and its parts are called by their first letters, with numbers in digits: `hk` for Hollow Knight,
 * `dos2` for Divinity: Original Sin II, `rotr` (and `rottr`) for Rise of the Tomb Raider.
 */
export function initialsOf({ words, starts }: TitleWords): string[] {
  const borders = [...starts.flatMap((isStart, at) => (isStart ? [at] : [])), words.length].slice(0, maxParts + 1);
  const found = new Set<string>();
  for (const [n, from] of borders.entries()) {
    for (const to of borders.slice(n + 1)) {
      const name = words.slice(from, to);
      for (const some of [name, name.filter((word) => !articles.has(word))]) {
        const initials = some.map(initialOf).join("");
        if (some.length >= fewest && initials.length <= most) found.add(initials);
      }
    }
  }
  return [...found];
}

function initialOf(word: string): string {
  const digits = inDigits(word);
  return /^\d/.test(digits) ? digits : String.fromCodePoint(word.codePointAt(0)!);
}

/** How a word of a search would be listed if it were initials, also with the number that follows: `rdr 2`, `mgsv`. */
export function asInitials(word: string, next: string | undefined): { key: string; length: 1 | 2 }[] {
  if (word.length < fewest || /^\d+$/.test(word)) return [];
  const keys: { key: string; length: 1 | 2 }[] = [{ key: word, length: 1 }];
  for (let end = fewest; end < word.length; end++) {
    const numeral = word.slice(end);
    if (/^[ivx]+$/.test(numeral) && inDigits(numeral) !== numeral) {
      keys.push({ key: word.slice(0, end) + inDigits(numeral), length: 1 });
    }
  }
  if (next !== undefined && /^\d+$/.test(inDigits(next))) keys.push({ key: word + inDigits(next), length: 2 });
  return keys.filter(({ key }) => key.length <= most);
}
