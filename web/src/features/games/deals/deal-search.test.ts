import { expect, test } from "vitest";
import { parseDealSearch } from "./deal-search.ts";

test.each([
  [{}, {}],
  [
    { section: "lows", store: "gog", page: "3" },
    { section: "lows", store: "gog", page: 3 },
  ],
  [{ section: "lows", page: "1" }, { section: "lows" }],
  [{ section: "none", store: "GOG!", page: "-1" }, {}],
  [{ page: "2" }, {}],
  [{ section: "best", page: "1e300" }, { section: "best" }],
])("the address %o shows %o", (raw, expected) => expect(parseDealSearch(raw)).toEqual(expected));
