import fc from "fast-check";
import { expect, test } from "vitest";
import { findTitles, indexTitles, titleAt } from "./snapshot-ngrams.ts";

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
const index = indexTitles(titles);

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
])("$words stand in $found", ({ words, found }) => {
  expect(Array.from(findTitles(index, words), (slot) => titles[slot])).toEqual(found);
});

test("titles come back as they were", () => {
  expect(titles.map((_, slot) => titleAt(index, slot))).toEqual(titles);
});

test("searching finds what reading every title finds", () => {
  // few letters, so that words repeat runs of each other, stand in many titles, and cross the borders of words
  const letters = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 14 });
  const title = letters("a", "b", "c", " ", "é", "氧", "🎮");
  const word = letters("a", "b", "c", "é", "氧", "🎮").filter((text) => text.length > 0);
  fc.assert(
    fc.property(fc.array(title, { maxLength: 60 }), fc.array(word, { minLength: 1, maxLength: 3 }), (list, words) => {
      const expected = list.flatMap((text, slot) => (words.every((one) => text.includes(one)) ? [slot] : []));
      expect([...findTitles(indexTitles(list), words)]).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test("more runs than the table has room for at first", () => {
  const many = Array.from({ length: 70_000 }, (_, at) =>
    String.fromCharCode(0x4e00 + (at % 20_000), 0x61 + (at % 26), 0x30 + (at % 7)),
  );
  const large = indexTitles(many);
  for (const at of [0, 1_234, 69_999]) expect([...findTitles(large, [many[at]!])]).toContain(at);
});
