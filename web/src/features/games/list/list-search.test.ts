import { gameSorts } from "contract/games/sorting.ts";
import { describe, expect, test } from "vitest";
import { refusedFilters } from "./list-filters.ts";
import {
  changeList,
  freeSorts,
  ignoreFilters,
  parseListSearch,
  toggleSort,
  toListSearch,
  toListState,
} from "./list-search.ts";

const defaults = { search: "", store: undefined, sort: "rating", order: "DESC", page: 1 } as const;

describe("the address of a list", () => {
  test.each([
    [{}, {}],
    [{ page: "1", sort: "rating", order: "desc", search: "" }, {}],
    [
      { page: 3, sort: "title", order: "asc", search: " dark souls ", store: "gog" },
      { page: 3, sort: "title", order: "ASC", search: "dark souls", store: "gog" },
    ],
    [{ store: "steam,gog" }, { store: "gog,steam" }],
    [{ store: " gog,,gog,No Store!" }, { store: "gog" }],
    [{ sort: "lowest_price", order: "ASC" }, { sort: "lowest_price" }],
    [
      { sort: "lowest_price", order: "DESC" },
      { sort: "lowest_price", order: "DESC" },
    ],
    [{ search: 2048 }, { search: "2048" }],
    [{ search: "x".repeat(150) }, { search: "x".repeat(100) }],
    [{ page: "-1", sort: "magic", order: "sideways", store: "Epic!", utm_source: "mail" }, { ignored: "store" }],
    [{ page: "1e99" }, {}],
    [{ max_price: "9.99" }, { max_price: 9.99 }],
    [{ max_price: "0" }, { max_price: 0 }],
    [{ max_price: "" }, {}],
    [{ max_price: "-1" }, { ignored: "max_price" }],
    [{ max_price: "ten" }, { ignored: "max_price" }],
    [{ max_price: "1.999" }, { ignored: "max_price" }],
    [{ max_price: "1e9" }, { ignored: "max_price" }],
    [
      { genre: "RPG, Action,,RPG", tag: "Co-op" },
      { genre: "Action,RPG", tag: "Co-op" },
    ],
    [
      { min_cut: "75", low: "near", low_within: "5" },
      { min_cut: 75, low: "near", low_within: 5 },
    ],
    [
      { min_cut: "101", low: "far", min_rating: "7.5" },
      { min_rating: 7.5, ignored: "min_cut,low" },
    ],
    [{ official: "true", free: "false", upcoming: "" }, { official: "true" }],
    [{ type: "game", store: "" }, {}],
    [{ free: "maybe" }, { ignored: "free" }],
    [
      { released_from: "2024-02-29", released_to: "2023-02-29x" },
      { released_from: "2024-02-29", ignored: "released_to" },
    ],
    [
      { type: "dlc,game", developer: " Valve, Inc. " },
      { type: "dlc,game", developer: "Valve, Inc." },
    ],
    [{ ignored: "min_price,nonsense,store" }, { ignored: "min_price,store" }],
    [{ view: "list", exact: "true" }, { view: "list" }],
    [
      { search: "doom", exact: "true", sort: "relevance" },
      { search: "doom", exact: "true" },
    ],
    [
      { search: "doom", sort: "rating" },
      { search: "doom", sort: "rating" },
    ],
    [{ sort: "relevance" }, {}],
  ])("%o is parsed as %o", (raw, expected) => {
    expect(parseListSearch(raw, gameSorts)).toEqual(expected);
  });

  test("invalid parameters are removed from the address", () => {
    expect(parseListSearch({ store: "Epic!", sort: "magic" }, gameSorts)).toHaveProperty("store", undefined);
    expect(parseListSearch({ store: "Epic!", sort: "magic" }, gameSorts)).toHaveProperty("sort", undefined);
  });

  test("the free page accepts its own sorts only", () => {
    expect(parseListSearch({ sort: "score" }, freeSorts)).toEqual({ sort: "score" });
    expect(parseListSearch({ sort: "lowest_price" }, freeSorts)).toEqual({});
  });

  test.each([
    [{}],
    [{ sort: "lowest_price" }],
    [{ sort: "title", order: "ASC", page: 2 }],
    [{ search: "doom", store: "steam", max_price: 20 }],
    [{ search: "doom", exact: "true", sort: "popularity", view: "list", genre: "Action,RPG", min_cut: 50 }],
  ] as const)("%o round-trips through its state", (search) => {
    expect(toListSearch(toListState(search, gameSorts), gameSorts)).toEqual(search);
  });
});

describe("a change of the list", () => {
  test("a filter keeps the search, the sort and the view, and goes to page 1", () => {
    const latest = { search: "doom", sort: "title", order: "ASC", view: "list", page: 4, genre: "RPG" } as const;
    expect(changeList(latest, { min_cut: 50 }, gameSorts)).toEqual({
      ...{ search: "doom", sort: "title", order: "ASC", view: "list" },
      ...{ genre: "RPG", min_cut: 50 },
    });
  });

  test("a search sorts by relevance unless a sort was chosen", () => {
    expect(toListState(changeList({}, { search: "doom" }, gameSorts), gameSorts).sort).toBe("relevance");
    expect(changeList({ sort: "title" }, { search: "doom" }, gameSorts)).toEqual({ search: "doom", sort: "title" });
    expect(changeList({ search: "doom" }, { search: "" }, gameSorts)).toEqual({});
    expect(changeList({ order: "ASC" }, { search: "doom" }, gameSorts)).toEqual({ search: "doom" });
    expect(toListState(changeList({}, { search: "doom" }, freeSorts), freeSorts).sort).toBe("rating");
  });

  test("rating can be chosen while searching", () => {
    expect(changeList({ search: "doom" }, { sort: "rating" }, gameSorts)).toEqual({ search: "doom", sort: "rating" });
  });

  test("a new search is corrected again, a filter keeps the search exact", () => {
    const latest = { search: "doom", exact: "true" } as const;
    expect(changeList(latest, { search: "quake" }, gameSorts)).toEqual({ search: "quake" });
    expect(changeList(latest, { min_cut: 50 }, gameSorts)).toEqual({ ...latest, min_cut: 50 });
  });

  test("a filter that the API refuses is removed and reported until the next change", () => {
    const error = Object.assign(new Error("no"), {
      code: "invalid",
      details: [{ path: "store", msg: "no such store" }],
    });
    const latest = { store: "nowhere", genre: "RPG", ignored: "min_cut" };
    const ignoring = ignoreFilters(latest, refusedFilters(error));
    expect(parseListSearch({ ...ignoring }, gameSorts)).toEqual({ genre: "RPG", ignored: "min_cut,store" });
    expect(changeList(ignoring, { min_cut: 50 }, gameSorts)).toEqual({ genre: "RPG", min_cut: 50 });
    expect(refusedFilters(new Error("invalid"))).toEqual([]);
  });
});

describe("a click on a sort button", () => {
  test.each([
    ["rating", { sort: "rating", order: "ASC" }],
    ["title", { sort: "title", order: "DESC" }],
    ["lowest_price", { sort: "lowest_price", order: "ASC" }],
  ] as const)("on %s from rating, descending, page 7", (pressed, expected) => {
    expect(toggleSort({ ...defaults, page: 7 }, pressed)).toEqual({ ...defaults, ...expected, page: 1 });
  });
});
