import { foldText } from "contract/core/text.ts";

/**
 * The items that a filter's text fits, in their order: every word of it begins a word of one of the item's names. Case
 * and accents do not matter.
 */
export function namesMatching<Item>(
  items: readonly Item[],
  typed: string,
  namesOf: (item: Item) => readonly string[],
): Item[] {
  const wanted = wordsOf(typed);
  return items.filter((item) => {
    const words = namesOf(item).flatMap(wordsOf);
    return wanted.every((word) => words.some((other) => other.startsWith(word)));
  });
}

function wordsOf(name: string): string[] {
  return foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
