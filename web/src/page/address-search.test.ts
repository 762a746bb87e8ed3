import { expect, test } from "vitest";
import { parseAddressSearch, writeAddressSearch } from "./address-search.ts";

test.each([
  ["", {}],
  ["?search=2048", { search: "2048" }],
  ["?search=true&page=2", { search: "true", page: "2" }],
  ["?search=dark+souls+%26+more", { search: "dark souls & more" }],
  ["?search=Pok%C3%A9mon", { search: "Pokémon" }],
])("%j is parsed as %o and serialized unchanged", (address, search) => {
  expect(parseAddressSearch(address)).toEqual(search);
  expect(writeAddressSearch(search)).toBe(address);
});

test("repeated names become a list", () => {
  expect(parseAddressSearch("?genre=RPG&page=2&genre=Action")).toEqual({ genre: "RPG,Action", page: "2" });
  expect(writeAddressSearch({ genre: "Action,RPG" })).toBe("?genre=Action,RPG");
});

test("names without a value are left out", () => {
  expect(writeAddressSearch({ page: undefined, store: null, sort: "title" })).toBe("?sort=title");
});
