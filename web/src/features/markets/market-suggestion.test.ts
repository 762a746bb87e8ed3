import { expect, test } from "vitest";
import { regionOf, withArticle } from "./market-suggestion.tsx";

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
