import { foldText } from "contract/core/text.ts";

/**
 * The items that match a typed text, in their order: every typed word is a prefix of a word in one of the item's names.
 * Case and accents do not matter.
 */
export function namesMatching<Item>(
  items: readonly Item[],
  typed: string,
  namesOf: (item: Item) => readonly string[],
): Item[] {
  const prefixes = wordsOf(typed);
  return items.filter((item) => {
    const words = namesOf(item).flatMap(wordsOf);
    return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)));
  });
}

function wordsOf(name: string): string[] {
  return foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
