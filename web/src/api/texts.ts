import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { defaultTexts } from "contract/content-strings/defaults/every-page.ts";
import {
  readText,
  type TextAt,
  type TextKey,
  type Texts,
  type TextVariables,
} from "contract/content-strings/variables.ts";
import type { Call } from "contract/core/call.ts";
import type { NamedKind } from "contract/games/landing/rules.ts";
import { nameIn } from "contract/games/names.ts";
import { english, type Language, languageOf, sourceLanguage } from "contract/languages/language.ts";
import { createContext, use } from "react";
import { readCache, writeCache } from "./browser-cache.ts";
import { freshFor } from "./query.ts";

/**
 * Reads a text of the site: `text("game.description_plain", { title: "Doom" })`. The compiler checks its variables. A
 * text with plurals is read by its key without the ending: `text("library.count", { count: 2 })`. `Shipped` are the
 * fallbacks.
 */
export type ReadText<Shipped extends Texts = typeof defaultTexts> = <Key extends TextKey<Shipped>>(
  key: Key,
  ...variables: keyof TextVariables<TextAt<Shipped, Key> & string> extends never
    ? []
    : [TextVariables<TextAt<Shipped, Key> & string>]
) => string;

export const textsKey = "content-strings";

/** The texts of a language. When the server is unreachable, the cached copy is used. */
export function textsQuery(call: Call, language: string) {
  const isSource = language === sourceLanguage;
  const copyName = isSource ? textsKey : `${textsKey}-${language}`;
  return queryOptions({
    queryKey: [textsKey],
    staleTime: freshFor.texts,
    queryFn: async ({ signal }): Promise<Texts> => {
      try {
        const texts = await call("GET /api/content/strings", isSource ? {} : { query: { locale: language } }, {
          signal,
        });
        writeCache("cache", copyName, texts);
        return texts;
      } catch (error) {
        const copy = readCache<Texts>("cache", copyName);
        if (copy === null) throw error;
        return copy;
      }
    },
  });
}

/** A reader over these texts that falls back to the shipped ones of all pages. */
export function textReader(texts: Texts | undefined, language = english): ReadText {
  return textReaderOf(texts, defaultTexts, language);
}

/** A reader over these texts that falls back to `shipped` and to the shipped ones of all pages. */
export function textReaderOf<Shipped extends Texts>(
  texts: Texts | undefined,
  shipped: Shipped,
  language = english,
): ReadText<Shipped & typeof defaultTexts> {
  const defaults: Texts = defaultTexts;
  const brand = texts?.["header.brand_name"] ?? defaultTexts["header.brand_name"];
  const find = (key: string) => texts?.[key] ?? shipped[key] ?? defaults[key];
  return (key, ...[variables]) => readText(find, key, { brand, ...variables }, language)!;
}

interface CurrentTexts {
  texts: Texts | undefined;
  language: Language;
  text: ReadText;
  /** Readers by the texts of a screen, and names by kind: dozens of parts of a page ask for the same. */
  readers: Map<Texts, unknown>;
  names: Record<NamedKind, Map<string, string>>;
}

/** What components read texts with. */
export function currentTexts(texts: Texts | undefined, language: Language): CurrentTexts {
  const names = { genre: new Map(), tag: new Map(), developer: new Map() };
  return { texts, language, text: textReader(texts, language), readers: new Map(), names };
}

export const TextsContext = createContext(currentTexts(undefined, english));

/** The texts of the site in the page's language; `undefined` until they are loaded. */
export function useTexts(): Texts | undefined {
  return use(TextsContext).texts;
}

/** How the page's language writes numbers, dates and lists. */
export function useLanguage(): Language {
  return use(TextsContext).language;
}

/** Reads genres and tags as the page's language shows them. */
export function useNames(): (kind: NamedKind, name: string) => string {
  const { texts, names } = use(TextsContext);
  return (kind, name) => remember(names[kind], name, () => nameIn(texts, kind, name));
}

/** Reads texts in components. */
export function useText(): ReadText {
  return use(TextsContext).text;
}

/** The same with the texts of a screen, which ship in a file that is loaded with the screen. */
export function useTextOf<Shipped extends Texts>(shipped: Shipped): ReadText<Shipped & typeof defaultTexts> {
  const { texts, language, readers } = use(TextsContext);
  return remember(readers as Map<Texts, ReadText<Shipped & typeof defaultTexts>>, shipped, () =>
    textReaderOf(texts, shipped, language),
  );
}

function remember<Key, Value>(found: Map<Key, Value>, key: Key, find: () => Value): Value {
  let value = found.get(key);
  if (value === undefined) {
    value = find();
    found.set(key, value);
  }
  return value;
}

/** Where loaders and heads find the texts. */
export interface TextsPlace {
  queryClient: QueryClient;
  place: { language: string };
}

/** Reads texts in loaders and heads. */
export function textsOf(context: TextsPlace): ReadText {
  return textsAt(context, defaultTexts);
}

/** The same with the texts of a screen. */
export function textsAt<Shipped extends Texts>(
  { queryClient, place }: TextsPlace,
  shipped: Shipped,
): ReadText<Shipped & typeof defaultTexts> {
  return textReaderOf(queryClient.getQueryData<Texts>([textsKey]), shipped, languageOf(place.language));
}

const changed = new WeakMap<Texts, Texts>();

/** The texts that differ from the shipped ones: all that a page carries to the browser. */
export function changedTexts(texts: Texts, shipped: Texts): Texts {
  let found = changed.get(texts);
  if (found === undefined) {
    found = Object.fromEntries(Object.entries(texts).filter(([key, value]) => shipped[key] !== value));
    changed.set(texts, found);
  }
  return found;
}
