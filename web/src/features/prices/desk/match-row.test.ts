import { expect, test } from "vitest";
import { markDifferences } from "./match-row.tsx";

const own = (title: string, other: string) =>
  markDifferences(title, other)
    .filter(({ isOwn }) => isOwn)
    .map(({ text }) => text);

test("words of only one title are marked, ignoring case, accents and punctuation", () => {
  expect(own("DARK SOULS™ III: Deluxe Edition", "Dark Souls III")).toEqual(["Deluxe", "Edition"]);
  expect(own("Pokémon – Go!", "pokemon go")).toEqual([]);
  expect(own("Dark Souls III", "DARK SOULS™ II")).toEqual(["III"]);
});
