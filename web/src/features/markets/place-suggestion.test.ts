import { expect, test } from "vitest";
import { regionOf, suggestedLanguage, withArticle } from "./place-suggestion.tsx";

const languages = ["en", "ar", "de", "pt-BR", "zh-Hans"].map((tag) => ({ tag, name: tag, direction: "ltr" as const }));

test.each([
  [["de-DE", "en"], "en", "de"],
  [["de-AT"], "en", "de"],
  [["en-US", "de"], "en", undefined],
  [["en-GB"], "en", undefined],
  [["en-GB"], "de", "en"],
  [["nl-NL", "de-DE", "en"], "en", "de"],
  [["nl"], "en", undefined],
  [["pt-PT"], "en", "pt-BR"],
  [["pt-PT"], "pt-BR", undefined],
  [["ar-EG"], "de", "ar"],
  [["zh-CN"], "en", "zh-Hans"],
  // another script
  [["zh-TW"], "en", undefined],
  [["not a language", "de"], "en", "de"],
  [[], "de", undefined],
])("a browser that prefers %j is offered, on a page in %s, %s", (preferred, current, expected) =>
  expect(suggestedLanguage(preferred, languages, current)?.tag).toBe(expected),
);

test.each([
  ["en-GB", "Europe/Berlin", "GB"],
  ["zh-Hant-TW", "Europe/London", "TW"],
  ["de", "Europe/Vienna", "AT"],
  ["en", "Etc/UTC", undefined],
  ["not a language", "Asia/Tokyo", "JP"],
])("a browser in %j at %s is in %s", (language, timeZone, expected) =>
  expect(regionOf(language, timeZone)).toBe(expected),
);

test.each([
  ["United Kingdom", "the United Kingdom"],
  ["Netherlands", "the Netherlands"],
  ["Germany", "Germany"],
])("%s is written %j in a sentence", (name, expected) => expect(withArticle(name)).toBe(expected));
