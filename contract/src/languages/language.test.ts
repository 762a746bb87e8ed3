import { expect, test } from "vitest";
import { languageOf } from "./language.ts";
import { marketLanguage } from "./place.ts";

const english = languageOf("en");
const spaced = (text: string) => text.replace(/[\u00a0\u202f]/g, " ").replace(/[\u200e\u200f]/g, "");

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1K"],
  [15_500, "15.5K"],
  [999_949, "999.9K"],
  [999_950, "1.0M"],
  [1_234_567, "1.2M"],
])("the player count %s is %s in English (spec/games 1.4)", (count, text) => expect(english.compact(count)).toBe(text));

test.each([
  ["de", "1.234.567", "8,7", "−60 %", "1. Nov. 2000", "vor 2 Tagen", "GOG, Steam und Epic", "Japan", "A, B"],
  ["fr", "1 234 567", "8,7", "−60 %", "1 nov. 2000", "il y a 2 jours", "GOG, Steam et Epic", "Japon", "A, B"],
  ["es", "1.234.567", "8,7", "−60 %", "1 nov 2000", "hace 2 días", "GOG, Steam y Epic", "Japón", "A, B"],
  ["pt-BR", "1.234.567", "8,7", "−60%", "1 de nov. de 2000", "há 2 dias", "GOG, Steam e Epic", "Japão", "A, B"],
  ["pl", "1 234 567", "8,7", "−60%", "1 lis 2000", "2 dni temu", "GOG, Steam i Epic", "Japonia", "A, B"],
  ["ja", "1,234,567", "8.7", "−60%", "2000年11月1日", "2 日前", "GOG、Steam、Epic", "日本", "A、B"],
  ["ar", "1,234,567", "8.7", "−60%", "1 نوفمبر 2000", "قبل يومين", "GOG وSteam وEpic", "اليابان", "A، B"],
  // as English, because no runtime knows it
  ["x-unknown", "1,234,567", "8.7", "−60%", "Nov 1, 2000", "2 days ago", "GOG, Steam, and Epic", "Japan", "A, B"],
])(
  "%s writes numbers, dates, lists and countries",
  (tag, count, decimal, discount, date, age, list, country, items) => {
    const language = languageOf(tag);
    const now = Date.UTC(2026, 10, 27);
    expect(
      [
        language.count(1_234_567),
        language.decimal(8.7),
        language.discount(60),
        language.date("2000-11-01T23:59:59Z"),
        language.age(new Date(now - 2 * 86_400_000).toISOString(), now),
        language.list(["GOG", "Steam", "Epic"]),
        language.country("JP"),
        ["A", "B"].join(language.separator),
      ].map(spaced),
    ).toEqual([count, decimal, discount, date, age, list, country, items]);
  },
);

test.each([
  ["de-DE", "de"],
  ["de-CH", "de"],
  ["pt-BR", "pt-BR"],
  ["pt-PT", "en"],
  ["nl-NL", "en"],
])("a market that writes %s has pages in %s", (locale, language) => {
  expect(
    marketLanguage(
      locale,
      ["en", "de", "pt-BR"].map((tag) => ({ tag })),
    ),
  ).toBe(language);
});
