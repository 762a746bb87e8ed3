import { formatPrice, moneyFormat } from "contract/core/money.ts";
import type { Game } from "contract/games/schema.ts";
import { languageOf } from "contract/languages/language.ts";
import { expect, test } from "vitest";
import { hasLetters } from "./covers/letters.ts";
import { letteringLanguage, toPicturedGame } from "./present.ts";

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

test.each([
  ["Puzzle, Action", "Rätsel"],
  ["Racing", "Racing"],
  ["Ҡала, Puzzle", "Rätsel"],
  ["Ҡала", null],
  [null, null],
])("of the genres %s, a cover names %s", (genre, genreName) => {
  const game = { title: "A", genre, steam_appid: 1, boxart_url: null } as Game;
  expect(toPicturedGame(game, { "genre.puzzle": "Rätsel" })).toEqual({
    ...{ title: "A", genre, genreName, steamAppid: 1, boxartUrl: null },
  });
});

test.each(["en", "de", "fr", "es", "pt-BR", "pl"])("prices and discounts in %s need no font of the system", (tag) => {
  const language = languageOf(tag);
  const prices = [
    { currency: "EUR", locale: "fr-FR", country: "FR" },
    { currency: "PLN", locale: "pl-PL", country: "PL" },
    { currency: "USD", locale: "en-US", country: "US" },
  ].map((market) => formatPrice(12_345.67, moneyFormat(market, tag)));
  expect([...prices, language.discount(60)].filter((text) => !hasLetters(text))).toEqual([]);
});
