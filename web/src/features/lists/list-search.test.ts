import { expect, test } from "vitest";
import { readListState, toggleListSort, toListSearch } from "./list-search.ts";

const newestFirst = { sort: "added_at", order: "DESC", page: 1, show: null } as const;

test.each([
  [{}, newestFirst],
  [{ sort: "magic", order: "up", page: "zero" }, newestFirst],
  [{ sort: "title" }, { sort: "title", order: "ASC", page: 1, show: null }],
  [{ sort: "lowest_price" }, { sort: "lowest_price", order: "DESC", page: 1, show: null }],
  [
    { sort: "lowest_price", order: "asc", page: 3 },
    { sort: "lowest_price", order: "ASC", page: 3, show: null },
  ],
  [
    { sort: "display_order", order: "DESC" },
    { sort: "display_order", order: "ASC", page: 1, show: null },
  ],
  [{ page: -2 }, newestFirst],
  [{ show: "everything" }, newestFirst],
  [{ show: "on_sale" }, { ...newestFirst, show: "on_sale" }],
  [{ sort: "above_low" }, { sort: "above_low", order: "ASC", page: 1, show: null }],
  [{ sort: "discount" }, { sort: "discount", order: "DESC", page: 1, show: null }],
])("the address %j is parsed as %j", (raw, state) => expect(readListState(raw, "added_at")).toEqual(state));

test.each([
  [newestFirst, {}],
  [{ sort: "title", order: "ASC", page: 2, show: null } as const, { sort: "title", page: 2 }],
  [{ ...newestFirst, show: "at_low" } as const, { show: "at_low" }],
  [{ sort: "added_at", order: "ASC", page: 1, show: null } as const, { order: "ASC" }],
])("%j is written to the address as %j", (state, search) => {
  expect(toListSearch(state, "added_at")).toEqual(search);
  expect(readListState(search, "added_at")).toEqual(state);
});

test("a click on a sort starts at page 1; the custom order never flips (spec/wishlist-and-alerts 3.2)", () => {
  const state = { sort: "display_order", order: "ASC", page: 4, show: null } as const;
  expect(toggleListSort(state, "display_order")).toEqual({ ...state, page: 1 });
  expect(toggleListSort(state, "added_at")).toEqual(newestFirst);
  expect(toggleListSort(newestFirst, "added_at")).toEqual({ ...newestFirst, order: "ASC" });
});

test("a list sorted by its own order by default omits it in the address (spec/lists 3.2)", () => {
  const ownOrder = { sort: "display_order", order: "ASC", page: 1, show: null } as const;
  expect(readListState({}, "display_order")).toEqual(ownOrder);
  expect(toListSearch(ownOrder, "display_order")).toEqual({});
  expect(toListSearch(newestFirst, "display_order")).toEqual({ sort: "added_at" });
});
