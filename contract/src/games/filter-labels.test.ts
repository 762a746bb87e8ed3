import { describe, expect, test } from "vitest";
import { filterTexts } from "../content-strings/defaults/filter.ts";
import { filterLabels, type LabelOptions } from "./filter-labels.ts";

const options: LabelOptions = {
  text: (key, variables = {}) =>
    Object.entries(variables).reduce<string>(
      (text, [name, value]) => text.replace(`{${name}}`, `${value}`),
      filterTexts[key],
    ),
  money: (amount) => `$${amount.toFixed(2)}`,
  storeName: (key) => key.toUpperCase(),
  count: (value) => value.toLocaleString("en-US"),
  day: (value) => value,
};
const labels = (filters: Parameters<typeof filterLabels>[0]) =>
  filterLabels(filters, options).map(({ label }) => label);

describe("labels of filters", () => {
  test("name amounts in the market's currency", () => {
    expect(labels({ min_price: 5, max_price: "20" })).toEqual(["From $5.00", "Up to $20.00"]);
  });

  test("name each item of a list, which a chip removes", () => {
    expect(filterLabels({ store: "gog,steam" }, options)).toEqual([
      { name: "store", item: "gog", label: "GOG" },
      { name: "store", item: "steam", label: "STEAM" },
    ]);
    expect(labels({ genre: "Action", tag_not: "Horror,Gore" })).toEqual(["Action", "Not Horror", "Not Gore"]);
  });

  test("of lows say how close", () => {
    expect(labels({ low: "near" })).toEqual(["Within 10% of the low"]);
    expect(labels({ low: "near", low_within: 25 })).toEqual(["Within 25% of the low"]);
    expect(labels({ low: "new", low_within: 25 })).toEqual(["New historical low"]);
  });

  test.each(["prices_of", "country", "search", "", "__proto__", "constructor", "toString", "hasOwnProperty"])(
    "leave out the parameter %s, which is no filter",
    (name) => {
      expect(labels(JSON.parse(`{"${name}":"steam","min_price":5}`))).toEqual(["From $5.00"]);
    },
  );

  test("leave out what is not set", () => {
    expect(labels({ min_cut: undefined, official: false, free: true, type: "dlc,game" })).toEqual([
      "Free",
      "DLC",
      "Games",
    ]);
  });
});
