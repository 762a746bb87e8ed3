import { expect, test } from "vitest";
import { feedsProblem } from "./feeds.ts";

const feed = { store: "fanatical", country: "GB", url: "https://feeds.example/gb.csv" };

test.each([
  [[], null],
  [[feed], null],
  [
    [
      { ...feed, currency: "GBP", columns: { id: "sku" } },
      { ...feed, country: "DE" },
    ],
    null,
  ],
  [{}, "Value must be a list of feeds"],
  [[feed, feed], "Feed 2: fanatical has another for GB"],
  [[{ ...feed, country: "gb" }], "Feed 1: country must be a country, such as GB"],
  [[{ ...feed, url: "file:///etc/passwd" }], "Feed 1: url must be an https address"],
  [[{ ...feed, store: "No Store" }], "Feed 1: store must be the key of a store"],
  [[{ ...feed, currency: "pounds" }], "Feed 1: currency must be a currency, such as GBP"],
  [[{ ...feed, columns: { id: 1 } }], "Feed 1: columns must be names of columns"],
  [[{ ...feed, password: "x" }], "Feed 1: password is no field of a feed"],
  [[feed, null], "Feed 2: must be an object"],
])("%j: %s", (feeds, problem) => expect(feedsProblem(feeds)).toBe(problem));
