import { expect, test } from "vitest";
import { markDifferences } from "./title-difference.ts";

const own = (title: string, other: string) =>
  markDifferences(title, other)
    .filter(({ isOwn }) => isOwn)
    .map(({ text }) => text);

test("words that only one title has are marked, whatever their case, accents and signs", () => {
  expect(own("DARK SOULS™ III: Deluxe Edition", "Dark Souls III")).toEqual(["Deluxe", "Edition"]);
  expect(own("Pokémon – Go!", "pokemon go")).toEqual([]);
  expect(own("Dark Souls III", "DARK SOULS™ II")).toEqual(["III"]);
});
