import { expect, test } from "vitest";
import { letteringLanguage } from "./present.ts";

const languages = ["en", "de", "pt-BR", "pl", "el", "uk", "ja", "ar", "zh-Hant"].map((tag) => ({ tag }));

test.each([
  ["de", "de"],
  ["pt-BR", "pt-BR"],
  ["el", "el"],
  ["uk", "uk"],
  // in scripts that not every machine has letters for
  ["ja", "en"],
  ["ar", "en"],
  ["zh-Hant", "en"],
  // not the site's
  ["fr", "en"],
  ["", "en"],
  [undefined, "en"],
])("a picture for the language %s is lettered in %s", (asked, drawn) =>
  expect(letteringLanguage(languages, asked).tag).toBe(drawn),
);
