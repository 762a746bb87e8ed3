import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexTitles } from "./snapshot-ngrams.ts";
import { compareByTitles, compareByValues, orderByValues, reorder } from "./snapshot-order.ts";
import { orderByTitles } from "./snapshot-titles.ts";

const none = Number.NaN;

test.each([
  { values: [3, 1, 2], ascending: [1, 2, 0], descending: [0, 2, 1] },
  { values: [5, 5, 5], ascending: [0, 1, 2], descending: [0, 1, 2] },
  { values: [none, 0, none, -1.5], ascending: [3, 1, 0, 2], descending: [1, 3, 0, 2] },
  { values: [none, none], ascending: [0, 1], descending: [0, 1] },
  { values: [], ascending: [], descending: [] },
])("values $values: missing ones last and equal ones by slot, both ways", ({ values, ascending, descending }) => {
  const orders = orderByValues(Float64Array.from(values));
  expect([...orders.ASC]).toEqual(ascending);
  expect([...orders.DESC]).toEqual(descending);
});

const whole = fc.oneof(fc.constant(none), fc.integer({ min: -3, max: 3 }));
const value = fc.oneof(whole, fc.double({ noNaN: true }));
const kinds = [
  { kind: "any", lists: fc.array(value) },
  { kind: "whole", lists: fc.array(whole) },
];

describe.each(["ASC", "DESC"] as const)("%s", (order) => {
  test.each(kinds)("$kind values are ordered as the comparator would order them", ({ lists }) => {
    fc.assert(
      fc.property(lists, (list) => {
        const values = Float64Array.from(list);
        const slots = list.map((_, slot) => slot);
        const compare = compareByValues(values, Int32Array.from(slots), order);
        expect([...orderByValues(values)[order]]).toEqual(slots.toSorted(compare));
      }),
    );
  });

  test("an order brought up to date is the order of the new values", () => {
    const change = fc.tuple(fc.nat({ max: 19 }), value);
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 20, maxLength: 20 }),
        fc.array(change, { maxLength: 20 }),
        fc.array(value, { maxLength: 5 }),
        (list, changes, added) => {
          const before = orderByValues(Float64Array.from(list))[order];
          const changed = [...new Set(changes.map(([slot]) => slot))];
          const values = Float64Array.from([...list, ...added]);
          for (const [slot, newValue] of changes) values[slot] = newValue;
          const arriving = [...changed, ...added.map((_, index) => list.length + index)];
          const ids = Int32Array.from(values, (_, slot) => slot);
          const after = reorder(before, changed, arriving, compareByValues(values, ids, order));
          expect([...after]).toEqual([...orderByValues(values)[order]]);
        },
      ),
    );
  });
});

test("titles compare by UTF-16 units, and equal ones by id", () => {
  const titles = ["b", "a", "é", "a", "z"];
  const compare = compareByTitles((slot) => titles[slot]!, Int32Array.of(10, 20, 30, 5, 1), "DESC");
  expect([0, 1, 2, 3, 4].sort(compare)).toEqual([2, 4, 0, 3, 1]);
});

test("titles are ordered by UTF-16 units, whatever they have in common", () => {
  const word = fc.constantFrom("a", "ab", "abc", "abcd", "z", "é", "氧", "🎮", "\uffff", "\u0000", " ");
  const titles = fc.array(
    fc.array(word, { maxLength: 6 }).map((words) => words.join("")),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(titles, (list) => {
      const slots = list.map((_, slot) => slot);
      for (const order of ["ASC", "DESC"] as const) {
        const compare = compareByTitles((slot) => list[slot]!, Int32Array.from(slots), order);
        expect([...orderByTitles(indexTitles(list))[order]]).toEqual(slots.toSorted(compare));
      }
    }),
    { numRuns: 300 },
  );
});
