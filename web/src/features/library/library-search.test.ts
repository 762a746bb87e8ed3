import { expect, test } from "vitest";
import { readLibraryState, toLibrarySearch } from "./library-search.ts";

test.each([
  [{}, { tab: "owned", search: "", page: 1 }],
  [
    { tab: "import", page: "3", search: " doom " },
    { tab: "import", search: "doom", page: 3 },
  ],
  [
    { tab: "none", page: "-1", search: 2048 },
    { tab: "owned", search: "2048", page: 1 },
  ],
])("the address %j is parsed as %j", (raw, state) => {
  expect(readLibraryState(raw)).toEqual(state);
});

test("a state round-trips through its search parameters", () => {
  expect(toLibrarySearch({ tab: "owned", search: "", page: 1 })).toEqual({});
  const state = { tab: "ignored", search: "doom", page: 2 } as const;
  expect(readLibraryState({ ...toLibrarySearch(state) })).toEqual(state);
});
