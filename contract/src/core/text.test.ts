import { expect, test } from "vitest";
import { foldText, normalizeText, searchWords } from "./text.ts";

test("text is normalized to NFC or NFKD", () => {
  expect(normalizeText("Poke\u0301mon", "NFC")).toBe("Pokémon");
  expect(normalizeText("Ｐokémon", "NFKD")).toBe("Poke\u0301mon");
});

test("a letter has at most 30 combining marks", () => {
  expect(normalizeText(`x${"\u0316\u0301".repeat(15)}y`, "NFC")).toHaveLength(32);
  expect(normalizeText(`x${"\u0316\u0301".repeat(400)}y\u0301`, "NFC")).toBe(
    `x${"\u0316".repeat(15)}${"\u0301".repeat(15)}\u00fd`,
  );
});

test.each([
  ["Pokémon  ÉDITION", "pokemon edition"],
  ["缺氧", "缺氧"],
  ["ＤＯＯＭ", "doom"],
  ["ガ", "カ"],
])("%s folds to %s", (text, expected) => expect(foldText(text)).toBe(expected));

test("search words are folded and deduplicated", () => {
  expect(searchWords("  Dark  dark SOULS ")).toEqual(["dark", "souls"]);
  expect(searchWords("   ")).toEqual([]);
});
