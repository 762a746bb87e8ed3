import { expect, test } from "vitest";
import { randomFrom } from "../random.ts";
import { createResultCache } from "./snapshot-results.ts";

/** Asks for results of so many numbers, each its own; says whether they had to be found. */
function openCache(room: number) {
  const cache = createResultCache(room);
  const numbersOf = (question: number, length: number) =>
    Uint32Array.from({ length }, (_, at) => question * 1_000 + at);
  return (question: number, length = 100): boolean => {
    let isFound = false;
    const result = cache.get(String(question), () => {
      isFound = true;
      return numbersOf(question, length);
    });
    expect(result).toEqual(numbersOf(question, length));
    return isFound;
  };
}

test("a result is found once, while it is kept", () => {
  const ask = openCache(1_000);
  expect([ask(1), ask(2), ask(1), ask(2)]).toEqual([true, true, false, false]);
});

test("results are what was found, however often they push each other out, and many are kept", () => {
  const random = randomFrom(1);
  const ask = openCache(20_000);
  const lengths = Array.from({ length: 300 }, () => Math.floor(random() * 500));
  let finds = 0;
  for (let time = 0; time < 3_000; time++) {
    const question = Math.floor(random() ** 3 * lengths.length);
    if (ask(question, lengths[question])) finds += 1;
  }
  expect(finds).toBeLessThan(2_000);
});

test("what is asked for again and again is never pushed out", () => {
  const ask = openCache(5_000);
  ask(0);
  for (let question = 1; question < 1_000; question++) {
    ask(question);
    expect(ask(0)).toBe(false);
  }
});

test("very many empty results do not stay for ever", () => {
  const ask = openCache(1_000);
  for (let question = 0; question < 100; question++) ask(question, 0);
  expect([ask(0, 0), ask(99, 0)]).toEqual([true, false]);
});

test("a result that has no room is found each time, and pushes nothing out", () => {
  const ask = openCache(1_000);
  ask(1);
  expect([ask(2, 1_000), ask(2, 1_000), ask(1)]).toEqual([true, true, false]);
});
