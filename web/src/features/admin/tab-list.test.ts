import type { Order } from "contract/core/sorting.ts";
import { expect, test } from "vitest";
import { readTabState, writeTabState } from "./tab-list.tsx";

const defaults = { search: "", role: "any", sort: "key", order: "ASC" as Order, page: 1 };
const allowed = { sort: ["key", "category"], order: ["ASC", "DESC"] as Order[] };

test("an address without parameters is the default state", () => {
  expect(readTabState({}, defaults, allowed)).toEqual(defaults);
  expect(writeTabState(defaults, defaults)).toEqual({});
});

test("values other than the defaults are written to the address and read from it", () => {
  const state = { search: "2048", role: "", sort: "category", order: "DESC" as Order, page: 3 };
  const address = writeTabState(state, defaults);
  expect(address).toEqual(state);
  expect(readTabState({ ...address, page: "3" }, defaults, allowed)).toEqual(state);
});

test.each([
  { page: "0" },
  { page: "-2" },
  { page: "1.5" },
  { page: "x" },
  { sort: "password" },
  { order: "asc" },
  { utm: "x" },
])("%j is ignored", (raw) => {
  expect(readTabState(raw, defaults, allowed)).toEqual(defaults);
});
