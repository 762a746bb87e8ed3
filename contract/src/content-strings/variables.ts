import { english, type Language, languageOf, type PluralCategory, pluralCategories } from "../languages/language.ts";

/** Texts by key. */
export type Texts = Readonly<Record<string, string>>;

/** The values of a text's variables. Numbers get separators: pass ids and years as text. */
export type TextValues = Readonly<Record<string, string | number>>;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The variables that a text needs from its caller; `{brand}` is filled automatically. */
export type TextVariables<Text extends string> = Record<Exclude<NamesIn<Text>, "brand">, string | number>;

/** The keys of texts with one form for each plural, which are `…_one`, `…_other` and so on. */
type PluralKey<Shipped> = keyof Shipped extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never;

/** The keys that a reader of these texts takes: those of plurals without the ending. */
export type TextKey<Shipped> =
  | PluralKey<Shipped>
  | Exclude<keyof Shipped & string, `${PluralKey<Shipped>}_${PluralCategory}`>;

/** The text, or its form for `other`, by a key that a reader takes. */
export type TextAt<Shipped, Key extends string> = Key extends keyof Shipped
  ? Shipped[Key]
  : `${Key}_other` extends keyof Shipped
    ? Shipped[`${Key}_other`]
    : never;

/** The variables whose number decides about a plural. */
const numberVariables = ["total", "count", "days", "times"];

const variable = /\{(\w+)\}/g;

/** The names in braces of a text, each once, in the order in which they first appear. */
export function variablesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(variable), ([, name]) => name!))];
}

/**
 * The text of a key with its variables filled in; `undefined` if there is none. A text with plurals is found by its
 * number, the first one in `numberVariables`.
 */
export function readText(
  find: (key: string) => string | undefined,
  key: string,
  values: TextValues = {},
  language: Language = english,
): string | undefined {
  const text = find(key) ?? pluralForm(find, key, values, language);
  return text === undefined ? undefined : fillText(text, values, language);
}

function pluralForm(
  find: (key: string) => string | undefined,
  key: string,
  values: TextValues,
  language: Language,
): string | undefined {
  const number = values[numberVariables.find((name) => typeof values[name] === "number") ?? ""];
  const form = typeof number === "number" ? find(`${key}_${language.plural(number)}`) : undefined;
  return form ?? find(`${key}_other`);
}

/**
 * The text with its variables filled in. A variable without a value stays in its braces, which makes the mistake
 * visible.
 */
export function fillText(text: string, values: TextValues, language: Language = english): string {
  if (!text.includes("{")) return text;
  return text.replace(variable, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name]!;
    return typeof value === "number" ? language.count(value) : value;
  });
}

/** What the value of a text must and may contain in braces, by its key, in a language. */
export function variablesFor(
  key: string,
  shipped: Texts,
  language: string,
): { required: string[]; optional: string[] } {
  const plural = pluralOf(key, shipped);
  const all = variablesIn(shipped[plural?.other ?? key] ?? "");
  const number = numberVariables.find((name) => all.includes(name));
  const isSpelledOut = plural !== null && number !== undefined && standsForOneNumber(plural.category, language);
  return isSpelledOut
    ? { required: all.filter((name) => name !== number), optional: [number] }
    : { required: all, optional: [] };
}

/** Whether a plural of a language is used with one number only, as `one` is in English but not in French. */
function standsForOneNumber(category: PluralCategory, language: string): boolean {
  const { plural } = languageOf(language);
  return (
    Array.from({ length: 201 }, (_, number) => number).filter((number) => plural(number) === category).length === 1
  );
}

/** The keys that a language needs for these of English: each has plurals of its own. */
export function translatedKeys(keys: readonly string[], shipped: Texts, language: string): string[] {
  const { plural } = languageOf(language);
  const used = new Set<PluralCategory>(["other"]);
  for (let number = 0; number <= 1_000; number += 1) used.add(plural(number));
  return keys.flatMap((key) => {
    const form = pluralOf(key, shipped);
    if (form === null) return [key];
    if (form.category !== "other") return [];
    const base = key.slice(0, -"other".length);
    return pluralCategories.filter((category) => used.has(category)).map((category) => base + category);
  });
}

/** The key of the English text that a translation is made from: plurals that English lacks, from its `other`. */
export function sourceKeyOf(key: string, shipped: Texts): string {
  return Object.hasOwn(shipped, key) ? key : (pluralOf(key, shipped)?.other ?? key);
}

const pluralEnding = /_(zero|one|two|few|many|other)$/;

/** The key of a text's `other` form and the category of its own; `null` for a text without plurals in `shipped`. */
export function pluralOf(key: string, shipped: Texts): { other: string; category: PluralCategory } | null {
  const [ending, category] = pluralEnding.exec(key) ?? [];
  if (ending === undefined) return null;
  const other = `${key.slice(0, -ending.length)}_other`;
  return Object.hasOwn(shipped, other) ? { other, category: category as PluralCategory } : null;
}
