import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { defaultTexts } from "contract/content-strings/defaults/every-page.ts";
import { fillText, type TextVariables } from "contract/content-strings/variables.ts";
import type { Call } from "contract/core/call.ts";
import { createContext, use, useMemo } from "react";
import { readCache, writeCache } from "./browser-cache.ts";
import { freshFor } from "./query.ts";

/** Texts by key. A page from the server holds only those that differ from the shipped ones. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Reads a text of the site: `text("game.description_plain", { title: "Doom" })`. The compiler checks its variables.
 * `Shipped` are the fallbacks.
 */
export type ReadText<Shipped extends Texts = typeof defaultTexts> = <Key extends keyof Shipped & string>(
  key: Key,
  ...variables: keyof TextVariables<Shipped[Key]> extends never ? [] : [TextVariables<Shipped[Key]>]
) => string;

export const textsKey = "content-strings";

/** The edited texts. When the server is unreachable, the cached copy is used. */
export function textsQuery(call: Call) {
  return queryOptions({
    queryKey: [textsKey],
    staleTime: freshFor.texts,
    queryFn: async ({ signal }): Promise<Texts> => {
      try {
        const texts = await call("GET /api/content/strings", {}, { signal });
        writeCache("cache", textsKey, texts);
        return texts;
      } catch (error) {
        const copy = readCache<Texts>("cache", textsKey);
        if (copy === null) throw error;
        return copy;
      }
    },
  });
}

/** A reader over these texts that falls back to the shipped ones of all pages. */
export function textReader(texts: Texts | undefined): ReadText {
  return textReaderOf(texts, defaultTexts);
}

/** A reader over these texts that falls back to `shipped` and to the shipped ones of all pages. */
export function textReaderOf<Shipped extends Texts>(
  texts: Texts | undefined,
  shipped: Shipped,
): ReadText<Shipped & typeof defaultTexts> {
  const defaults: Texts = defaultTexts;
  const brand = texts?.["header.brand_name"] ?? defaultTexts["header.brand_name"];
  return (key, ...[variables]) => fillText(texts?.[key] ?? shipped[key] ?? defaults[key]!, { brand, ...variables });
}

interface CurrentTexts {
  texts: Texts | undefined;
  text: ReadText;
}

export const TextsContext = createContext<CurrentTexts>({ texts: undefined, text: textReader(undefined) });

/** Reads texts in components. */
export function useText(): ReadText {
  return use(TextsContext).text;
}

/** The same with the texts of a screen, which ship in a file that is loaded with the screen. */
export function useTextOf<Shipped extends Texts>(shipped: Shipped): ReadText<Shipped & typeof defaultTexts> {
  const { texts } = use(TextsContext);
  return useMemo(() => textReaderOf(texts, shipped), [texts, shipped]);
}

/** Reads texts in loaders and heads. */
export function textsOf(queryClient: QueryClient): ReadText {
  return textReader(queryClient.getQueryData<Texts>([textsKey]));
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
