import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { factColumns } from "./columns.ts";
import { compareSlots, type FactSort, factSorts, reorder, type SortKeys, sortSlots } from "./sort-orders.ts";

const none = Number.NaN;

/** Games with these ratings, whose ids ascend with the slots. */
function ratings(values: readonly number[]) {
  const columns = factColumns.create(values.length);
  columns.rating.set(values);
  columns.id.set(values.keys().toArray());
  return { columns, ids: columns.id, titles: values.map(() => "") };
}

const sortAll = (keys: SortKeys<FactSort>) => sortSlots(keys, factSorts, keys.ids.length);

test.each([
  { values: [3, 1, 2], ascending: [1, 2, 0], descending: [0, 2, 1] },
  { values: [5, 5, 5], ascending: [0, 1, 2], descending: [0, 1, 2] },
  { values: [none, 0, none, -1.5], ascending: [3, 1, 0, 2], descending: [1, 3, 0, 2] },
  { values: [none, none], ascending: [0, 1], descending: [0, 1] },
  { values: [], ascending: [], descending: [] },
])("values $values: missing ones last and equal ones by id in both directions", ({ values, ascending, descending }) => {
  const { rating } = sortAll(ratings(values));
  expect([...rating.ASC]).toEqual(ascending);
  expect([...rating.DESC]).toEqual(descending);
});

const whole = fc.oneof(fc.constant(none), fc.integer({ min: -3, max: 3 }));
const value = fc.oneof(whole, fc.double({ noNaN: true }));

test.each(["ASC", "DESC"] as const)("%s: an updated order is the order of the new values", (order) => {
  const change = fc.tuple(fc.nat({ max: 19 }), value);
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 20, maxLength: 20 }),
      fc.array(change, { maxLength: 20 }),
      fc.array(value, { maxLength: 5 }),
      (list, changes, added) => {
        const before = sortAll(ratings(list)).rating[order];
        const changed = [...new Set(changes.map(([slot]) => slot))];
        const values = [...list, ...added];
        for (const [slot, newValue] of changes) values[slot] = newValue;
        const staying = Uint8Array.from(values, (_, slot) => Number(!changed.includes(slot)));
        const arriving = [...changed, ...added.map((_, index) => list.length + index)];
        const after = reorder(before, staying, arriving, compareSlots(ratings(values), "rating", order));
        expect([...after]).toEqual([...sortAll(ratings(values)).rating[order]]);
      },
    ),
  );
});

describe("titles", () => {
  const orderOf = (titles: string[], ids: number[]) => {
    const { columns } = ratings(ids);
    columns.id.set(ids);
    return sortAll({ columns, ids: columns.id, titles }).title;
  };

  test("compare by UTF-16 code units, and equal ones by id", () => {
    expect([...orderOf(["b", "a", "é", "a", "z"], [10, 20, 30, 5, 1]).DESC]).toEqual([2, 4, 0, 3, 1]);
    expect([...orderOf(["\uffff", "🎮", "a", "ab"], [1, 2, 3, 4]).ASC]).toEqual([2, 3, 1, 0]);
  });
});
