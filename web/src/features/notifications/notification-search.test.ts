import { expect, test } from "vitest";
import { readNotificationSearch } from "./notification-search.ts";

test.each([
  [{ game: 7 }, { game: 7 }],
  [{ game: "7", page: 2 }, { game: 7 }],
  [{ game: 0 }, {}],
  [{ game: -1 }, {}],
  [{ game: 1.5 }, {}],
  [{ game: "hades" }, {}],
  [{ game: 1e12 }, {}],
  [{ game: [7, 8] }, {}],
  [{}, {}],
])("%j is parsed as %j", (raw, search) => {
  expect(readNotificationSearch(raw)).toEqual(search);
});
