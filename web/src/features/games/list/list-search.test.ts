import { gameSorts } from "contract/games/sorting.ts";
import { describe, expect, test } from "vitest";
import { freeSorts, parseListSearch, toggleSort, toListSearch, toListState } from "./list-search.ts";

const defaults = { search: "", store: undefined, sort: "rating", order: "DESC", page: 1 } as const;

describe("the address of a list", () => {
  test.each([
    [{}, {}],
    [{ page: "1", sort: "rating", order: "desc", search: "" }, {}],
    [
      { page: 3, sort: "title", order: "asc", search: " dark souls ", store: "gog" },
      { page: 3, sort: "title", order: "ASC", search: "dark souls", store: "gog" },
    ],
    [{ sort: "lowest_price", order: "ASC" }, { sort: "lowest_price" }],
    [
      { sort: "lowest_price", order: "DESC" },
      { sort: "lowest_price", order: "DESC" },
    ],
    [{ search: 2048 }, { search: "2048" }],
    [{ search: "x".repeat(150) }, { search: "x".repeat(100) }],
    [{ page: "-1", sort: "magic", order: "sideways", store: "epic", utm_source: "mail" }, {}],
    [{ page: "1e99" }, {}],
    [{ max_price: "9.99" }, { max_price: 9.99 }],
    [{ max_price: "0" }, { max_price: 0 }],
    [{ max_price: "" }, {}],
    [{ max_price: "-1" }, {}],
    [{ max_price: "ten" }, {}],
    [{ max_price: "1.999" }, {}],
    [{ max_price: "1e9" }, {}],
  ])("%o reads as %o", (raw, expected) => {
    expect(parseListSearch(raw, gameSorts)).toEqual(expected);
  });

  test("what is not understood is taken out of the address", () => {
    expect(parseListSearch({ store: "epic", sort: "magic" }, gameSorts)).toHaveProperty("store", undefined);
    expect(parseListSearch({ store: "epic", sort: "magic" }, gameSorts)).toHaveProperty("sort", undefined);
  });

  test("the free page understands its own names only", () => {
    expect(parseListSearch({ sort: "score" }, freeSorts)).toEqual({ sort: "score" });
    expect(parseListSearch({ sort: "lowest_price" }, freeSorts)).toEqual({});
  });

  test.each([
    [{}],
    [{ sort: "lowest_price" }],
    [{ sort: "title", order: "ASC", page: 2 }],
    [{ search: "doom", store: "steam", max_price: 20 }],
  ] as const)("%o comes back from the state that it describes", (search) => {
    expect(toListSearch(toListState(search))).toEqual(search);
  });
});

describe("a press on a sort button", () => {
  test.each([
    ["rating", { sort: "rating", order: "ASC" }],
    ["title", { sort: "title", order: "DESC" }],
    ["lowest_price", { sort: "lowest_price", order: "ASC" }],
  ] as const)("on %s from rating, descending, page 7", (pressed, expected) => {
    expect(toggleSort({ ...defaults, page: 7 }, pressed)).toEqual({ ...defaults, ...expected, page: 1 });
  });
});
