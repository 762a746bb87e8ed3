import type { Facets } from "contract/games/schema.ts";
import { gameSorts } from "contract/games/sorting.ts";
import { expect, test } from "vitest";
import { toListState } from "../list-search.ts";
import { cutFacets, facetsQuery } from "./facets.ts";

const options = (prefix: string, length: number) =>
  Array.from({ length }, (_, index) => ({ value: `${prefix}-${index}`, count: 100 - index }));

const facets: Facets = {
  store: options("store", 3),
  official: options("official", 1),
  activates: options("activates", 3),
  genre: options("genre", 20),
  tag: options("tag", 20),
  price: options("price", 12),
  cut: options("cut", 5),
  type: options("type", 7),
  controller: options("controller", 2),
};

test("pages carry the eight most frequent options of a list and the chosen ones", () => {
  const state = toListState({ genre: "genre-15,genre-2", tag_not: "tag-19" }, gameSorts);
  const { facets: shown, cut } = cutFacets(facets, state);
  expect(shown.genre.map(({ value }) => value)).toEqual([...options("genre", 8).map(({ value }) => value), "genre-15"]);
  expect(shown.tag.at(-1)?.value).toBe("tag-19");
  expect(shown.tag).toHaveLength(9);
  expect(shown.store).toEqual(facets.store);
  expect(shown.price).toEqual(facets.price);
  expect(cut).toEqual(["genre", "tag"]);
});

test("counts depend on filters and search, not on sort, page or view", () => {
  const keyOf = (search: Parameters<typeof toListState>[0]) =>
    JSON.stringify(facetsQuery(() => Promise.reject(), toListState(search, gameSorts) as never, undefined).queryKey);
  const key = keyOf({ search: "doom", genre: "Action" });
  expect(keyOf({ search: "doom", genre: "Action", page: 3, view: "list", sort: "title" })).toBe(key);
  expect(keyOf({ search: "doom", genre: "Action", min_cut: 50 })).not.toBe(key);
  expect(keyOf({ search: "quake", genre: "Action" })).not.toBe(key);
});
