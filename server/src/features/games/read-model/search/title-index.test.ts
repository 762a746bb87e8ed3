import fc from "fast-check";
import { expect, test } from "vitest";
import { scanTitles } from "../indexed-games.ts";
import { indexTitles } from "./title-index.ts";

const titles = [
  "dark souls",
  "the dark pictures",
  "ark",
  "缺氧",
  "100% orange juice",
  "a_b\\c",
  "ardark kra",
  "",
  "darker",
];
/** The slots of the titles that contain every word, found with an index of them. */
function search(list: string[], words: string[]): number[] {
  const index = { titles: list, titleIndex: indexTitles(list), retitled: new Set<number>() };
  return [...scanTitles(index, words)].sort((a, b) => a - b);
}

test.each([
  { words: ["dark"], found: ["dark souls", "the dark pictures", "ardark kra", "darker"] },
  { words: ["ar"], found: ["dark souls", "the dark pictures", "ark", "ardark kra", "darker"] },
  { words: ["氧"], found: ["缺氧"] },
  { words: ["%"], found: ["100% orange juice"] },
  { words: ["_"], found: ["a_b\\c"] },
  { words: ["\\c"], found: ["a_b\\c"] },
  { words: ["souls", "da"], found: ["dark souls"] },
  { words: ["soulsdark"], found: [] },
  { words: ["ksou"], found: [] },
  { words: ["xyz"], found: [] },
])("titles with $words are $found", ({ words, found }) => {
  expect(search(titles, words).map((slot) => titles[slot])).toEqual(found);
});

test("the index finds the same as scanning every title", () => {
  // few letters, so that words share trigrams, occur in many titles and cross word boundaries
  const letters = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 14 });
  const title = letters("a", "b", "c", " ", "é", "氧", "🎮");
  const word = letters("a", "b", "c", "é", "氧", "🎮").filter((text) => text.length > 0);
  fc.assert(
    fc.property(fc.array(title, { maxLength: 60 }), fc.array(word, { minLength: 1, maxLength: 3 }), (list, words) => {
      const expected = list.flatMap((text, slot) => (words.every((one) => text.includes(one)) ? [slot] : []));
      expect(search(list, words)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
