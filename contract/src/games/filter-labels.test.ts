import { describe, expect, test } from "vitest";
import { filterTexts } from "../content-strings/defaults/filter.ts";
import { launcherNames } from "../prices/launchers.ts";
import { filterLabels, type LabelOptions } from "./filter-labels.ts";

const options: LabelOptions = {
  text: (key, variables = {}) =>
    Object.entries(variables).reduce<string>(
      (text, [name, value]) => text.replace(`{${name}}`, `${value}`),
      filterTexts[key],
    ),
  money: (amount) => `$${amount.toFixed(2)}`,
  launcherName: (launcher) => launcherNames[launcher],
  storeName: (key) => key.toUpperCase(),
  planName: (key) => ({ pc: "PC Game Pass" })[key],
  nameOf: (kind, name) => (kind === "genre" ? name : name.replace("Horror", "Terror")),
  count: (value) => value.toLocaleString("en-US"),
  percent: (value) => `${value}%`,
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
    expect(labels({ genre: "Horror", tag_not: "Horror,Gore" })).toEqual(["Horror", "Not Terror", "Not Gore"]);
  });

  test("name subscription plans, and unknown ones by their keys", () => {
    expect(filterLabels({ plan: "gone,pc" }, options)).toEqual([
      { name: "plan", item: "gone", label: "In gone" },
      { name: "plan", item: "pc", label: "In PC Game Pass" },
    ]);
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
