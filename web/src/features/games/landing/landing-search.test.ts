import { expect, test } from "vitest";
import { type BrowseSearch, narrowTo, toListState } from "../list/list-search.ts";
import { isNarrowed, landingPlace, landingSorts, parseLandingSearch, showsDeals } from "./landing-search.ts";

test.each([
  ["genre", {}, {}],
  ["genre", { sort: "popularity", order: "DESC", page: "1" }, {}],
  ["genre", { sort: "lowest_price", page: "2" }, { sort: "lowest_price", page: 2 }],
  ["genre", { sort: "rating" }, { sort: "rating" }],
  ["genre", { sort: "magic", page: "x", colour: "red" }, {}],
  ["genre", { genre: "RPG", store: "gog" }, { store: "gog" }],
  ["store", { genre: "RPG", store: "gog" }, { genre: "RPG" }],
  ["developer", { developer: "Valve", min_cut: "50" }, { min_cut: 50 }],
  ["tag", { tag: "Co-op,FPS" }, { tag: "Co-op,FPS" }],
  ["under", { max_price: "3", view: "list" }, { max_price: 3, view: "list" }],
  ["genre", { search: "doom" }, { search: "doom" }],
  ["genre", { min_price: "cheap" }, { ignored: "min_price" }],
] as const)("the address of a %s with %j", (kind, raw, search) =>
  expect(parseLandingSearch(kind, raw)).toEqual(search),
);

test.each([
  ["a genre", { genre: "Action" }, {}, { genre: "Action" }],
  ["its own filter twice", { genre: "Action" }, { genre: "RPG" }, { genre: "Action" }],
  ["other filters", { genre: "Action" }, { store: "gog", min_cut: 50 }, { genre: "Action", store: "gog", min_cut: 50 }],
  ["a store", { store: "gog" }, { official: "true" }, { store: "gog", official: "true" }],
  ["a tag and others", { tag: "FPS" }, { tag: "Co-op,Indie" }, { tag: "FPS,Co-op,Indie" }],
  ["a tag twice", { tag: "FPS" }, { tag: "FPS" }, { tag: "FPS" }],
  ["a price and a lower one", { max_price: 10 }, { max_price: 3 }, { max_price: 3 }],
  ["a price and a higher one", { max_price: 10 }, { max_price: 30 }, { max_price: 10 }],
  ["a price and the least", { max_price: 10 }, { min_price: 2 }, { max_price: 10, min_price: 2 }],
  ["a developer with a comma", { developer: "Bohemia, a.s." }, {}, { developer: "Bohemia, a.s." }],
  ["nothing", {}, { genre: "RPG" }, { genre: "RPG" }],
] as const)("a list about %s", (_, about, filters, narrowed) => expect(narrowTo(about, filters)).toEqual(narrowed));

test("a page is about its filter, and lists the most popular games first", () => {
  const place = landingPlace({ kind: "under", slug: "10", filter: { max_price: "10" } });
  expect(place).toMatchObject({ path: "/under/10", about: { max_price: 10 } });
  expect(toListState({}, landingSorts)).toMatchObject({ sort: "popularity", order: "DESC" });
  expect(toListState({ search: "doom" }, landingSorts)).toMatchObject({ sort: "relevance" });
  expect(landingPlace({ kind: "tag", slug: "инди", filter: { tag: "Инди" } }).path).toBe(
    "/tag/%D0%B8%D0%BD%D0%B4%D0%B8",
  );
});

test.each<[BrowseSearch, boolean]>([
  [{}, true],
  [{ sort: "title" }, true],
  [{ page: 2 }, false],
  [{ search: "doom" }, false],
  [{ store: "gog" }, false],
])("the best deals are above the whole list: with %j %s", (search, shown) => {
  expect(showsDeals(search)).toBe(shown);
  expect(isNarrowed(search)).toBe(!shown && !("page" in search));
});
