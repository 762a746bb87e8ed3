import { inDigits } from "./numerals.ts";
import type { TitleWords } from "./words.ts";

const minLength = 2;
const maxLength = 7;
/** No one abbreviates titles with more parts. */
const maxParts = 4;
const articles = new Set(["the", "a", "an"]);

/**
 * The initials of the title and its parts, with numbers in digits: `hk` for Hollow Knight, `dos2` for
 * Divinity: Original Sin II, `rotr` (and `rottr`) for Rise of the Tomb Raider.
 */
export function initialsOf({ words, starts }: TitleWords): string[] {
  const borders = [...starts.flatMap((isStart, at) => (isStart ? [at] : [])), words.length].slice(0, maxParts + 1);
  const found = new Set<string>();
  for (const [n, from] of borders.entries()) {
    for (const to of borders.slice(n + 1)) {
      const name = words.slice(from, to);
      for (const some of [name, name.filter((word) => !articles.has(word))]) {
        const initials = some.map(initialOf).join("");
        if (some.length >= minLength && initials.length <= maxLength) found.add(initials);
      }
    }
  }
  return [...found];
}

function initialOf(word: string): string {
  const digits = inDigits(word);
  return /^\d/.test(digits) ? digits : String.fromCodePoint(word.codePointAt(0)!);
}

/** The keys of a word of a search if it is initials, also with the number that follows: `rdr 2`, `mgsv`. */
export function asInitials(word: string, next: string | undefined): { key: string; length: 1 | 2 }[] {
  if (word.length < minLength || /^\d+$/.test(word)) return [];
  const keys: { key: string; length: 1 | 2 }[] = [{ key: word, length: 1 }];
  for (let end = minLength; end < word.length; end++) {
    const numeral = word.slice(end);
    if (/^[ivx]+$/.test(numeral) && inDigits(numeral) !== numeral) {
      keys.push({ key: word.slice(0, end) + inDigits(numeral), length: 1 });
    }
  }
  if (next !== undefined && /^\d+$/.test(inDigits(next))) keys.push({ key: word + inDigits(next), length: 2 });
  return keys.filter(({ key }) => key.length <= maxLength);
}
