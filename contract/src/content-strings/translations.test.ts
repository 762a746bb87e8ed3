import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { pluralCategories, sourceLanguage } from "../languages/language.ts";
import { shippedTexts, textAreas } from "./defaults.ts";
import { valueProblems } from "./rules.ts";
import { pluralOf, type Texts, translatedKeys, variablesFor } from "./variables.ts";

const folder = new URL("translations/", import.meta.url);
/** The languages that the site ships completely; others may have some of the texts. */
const complete = ["de", "fr", "es", "pt-BR", "pl", "ja", "ar"];
const areas = Object.entries(textAreas);

test.each(areas)("the English file of the area %s, which translators start from, is up to date", (area, texts) =>
  expect(`${JSON.stringify(texts, null, 2)}\n`).toMatchFileSnapshot(`translations/${sourceLanguage}/${area}.json`),
);

test("only texts with plurals have keys that end like theirs, as translators' programs read them", () => {
  const endings = new RegExp(`_(${pluralCategories.join("|")})$`);
  const alike = Object.keys(shippedTexts).filter((key) => endings.test(key) && pluralOf(key, shippedTexts) === null);
  expect(alike).toEqual([]);
});

test("a text in which a number counts something has plurals: without them, it would say 1 games", () => {
  // a limit, which is never 1
  const limits = ["wishlist.notes_hint", "lists.notes_hint"];
  const numbers = "count|days|limit|longest|lows|most|on_sale|times|total";
  const counted = new RegExp(`\\{(${numbers})\\} (\\p{L}+ )?(their|\\p{Ll}{2,}s)\\b(?! than)`, "u");
  const found = Object.entries(shippedTexts).filter(
    ([key, text]) => counted.test(text) && pluralOf(key, shippedTexts) === null && !limits.includes(key),
  );
  expect(found).toEqual([]);
});

/** Texts that stand in a variable of another text, or alone. */
const parts = /^(notices|notifications|message|picture)\./;
const labels = ["channels.mail_to", "library.file.as", "privacy.purpose_title"];

test("no text begins or ends in the middle of a sentence: what is around it are its variables", () => {
  const glued = /^(against|and|at|by|for|from|in|than|with|,) |(,| (against|and|are|at|for|from|is|of|than|to))$/;
  const found = Object.entries(shippedTexts).filter(([key, text]) => glued.test(text) && !parts.test(key));
  expect(found.map(([key]) => key).filter((key) => !labels.includes(key))).toEqual([]);
});

/** What buttons show, and their names, which say of what it is. */
const named = [
  ["deals.see_all", "deals.see_all_of"],
  ["free.see_all", "free.see_all_of"],
  ["game.buy_short", "game.buy_at"],
  ["game.get_short", "game.get_at"],
  ["game.report_price", "game.report_price_at"],
  ["home.see_all", "home.see_all_of"],
  ["keys.revoke", "keys.revoke_label"],
  ["profile.sign_in_end", "profile.sign_in_end_label"],
  ["security.remove", "security.remove_label"],
  ["wishlist.add_action", "wishlist.add_game"],
  ["wishlist.add_added", "wishlist.add_added_game"],
] as const;

/** What the typography of a language rules out, as its notes say. */
const misprints: Record<string, RegExp> = {
  ar: /(?<!\u200e)%|%(?!\u200e)|"|\.\.\.|(?<=\p{sc=Arabic})[,;?]/u,
  de: /(?<!\u00a0)%|["”]|\.\.\./,
  es: / %|["“”]|\.\.\./,
  fr: /["'“”]|\.\.\.|(?<!\u00a0):(?=\s|$)|(?<!\u202f)[;!?%»]|«(?!\u202f)/,
  ja: /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]) ?[(),.:;?!]|\.\.\./u,
  pl: / %|["“]|\.\.\./,
  "pt-BR": / %|"|\.\.\./,
};

const tags = (await readdir(folder)).filter((tag) => tag !== sourceLanguage);

describe.each(tags)("the language %s", (tag) => {
  test.each(areas)("has valid texts of the area %s", async (area, texts) => {
    const translated = JSON.parse(await readFile(new URL(`${tag}/${area}.json`, folder), "utf8")) as Texts;
    const known = translatedKeys(Object.keys(texts), shippedTexts, tag);
    const problems = Object.entries(translated).flatMap(([key, value]) => {
      if (!known.includes(key)) return [`${key}: no such text`];
      const { required, optional } = variablesFor(key, shippedTexts, tag);
      const found = valueProblems(value, { key, variables: required, optional });
      if (misprints[tag]?.test(value)) found.push(`Not as the notes on typography say: ${value}`);
      return found.map((problem) => `${key}: ${problem}`);
    });
    expect(problems).toEqual([]);
    // who speaks to a screen says what it shows
    const unlike = named.filter(([shown, name]) => {
      const parts = translated[shown]?.toLowerCase().split(/\{\w+\}/) ?? [];
      return !parts.every((part) => (translated[name] ?? "").toLowerCase().includes(part.trim()));
    });
    expect(area === "legal" || area === "mail" ? [] : unlike).toEqual([]);
    if (complete.includes(tag)) expect(known.filter((key) => !Object.hasOwn(translated, key))).toEqual([]);
  });
});
