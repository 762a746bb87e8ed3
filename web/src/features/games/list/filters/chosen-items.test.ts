import { describe, expect, test } from "vitest";
import { chosenTypes, toggleItem, toggleType, types, without } from "./chosen-items.ts";

describe("a list of items", () => {
  test.each([
    [undefined, "RPG", true, "RPG"],
    ["RPG", "Action", true, "Action,RPG"],
    ["Action,RPG", "RPG", true, "Action,RPG"],
    ["Action,RPG", "RPG", false, "Action"],
    ["RPG", "RPG", false, undefined],
  ])("%s, %s chosen: %s, is %s", (list, item, isIn, expected) => {
    expect(toggleItem(list, item, isIn)).toBe(expected);
  });
});

describe("types", () => {
  test("without the filter only games are chosen, with `any` all types", () => {
    expect(chosenTypes(undefined)).toEqual(["game"]);
    expect(chosenTypes("any")).toEqual(types);
  });

  test.each([
    [undefined, "dlc", true, "dlc,game"],
    ["dlc,game", "game", false, "dlc"],
    ["dlc,game", "dlc", false, undefined],
    [undefined, "game", false, undefined],
    ["any", "video", false, "bundle,demo,dlc,game,software,soundtrack"],
    ["bundle,demo,dlc,game,software,soundtrack", "video", true, "any"],
  ] as const)("%s, %s chosen: %s, is %s", (filter, type, isIn, expected) => {
    expect(toggleType(filter, type, isIn)).toBe(expected);
  });
});

describe("the change of a chip", () => {
  test("removes the one item of a list", () => {
    expect(without({ name: "genre", item: "RPG" }, { genre: "Action,RPG" })).toEqual({ genre: "Action" });
  });

  test("removes a filter with its dependent filters", () => {
    expect(without({ name: "min_cut" }, { min_cut: 50 })).toEqual({ min_cut: undefined });
    expect(without({ name: "low" }, { low: "near", low_within: 5 })).toEqual({ low: undefined, low_within: undefined });
  });
});
