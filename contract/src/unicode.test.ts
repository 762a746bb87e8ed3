import { expect, test } from "vitest";
import { normalizeText } from "./unicode.ts";

test("text is composed or decomposed", () => {
  expect(normalizeText("Poke\u0301mon", "NFC")).toBe("Pokémon");
  expect(normalizeText("Ｐokémon", "NFKD")).toBe("Poke\u0301mon");
});

test("a letter keeps at most 30 marks", () => {
  expect(normalizeText(`x${"\u0316\u0301".repeat(15)}y`, "NFC")).toHaveLength(32);
  expect(normalizeText(`x${"\u0316\u0301".repeat(400)}y\u0301`, "NFC")).toBe(
    `x${"\u0316".repeat(15)}${"\u0301".repeat(15)}\u00fd`,
  );
});
