import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";
import { defaultTexts } from "contract/content-strings/defaults.ts";
import { fillText, type TextVariables } from "contract/content-strings/variables.ts";
import { createContext, use, useMemo } from "react";
import { keepCopy, keptCopy } from "../browser-cache.ts";
import { freshFor } from "../query.ts";

/** Texts by key. What a page got from the server holds only those that differ from the shipped ones. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Reads a text of the site: `text("game.description_plain", { title: "Doom" })`. The compiler checks its variables.
 * `Shipped` are the texts that it can fall back to.
 */
export type ReadText<Shipped extends Texts = typeof defaultTexts> = <Key extends keyof Shipped & string>(
  key: Key,
  ...variables: keyof TextVariables<Shipped[Key]> extends never ? [] : [TextVariables<Shipped[Key]>]
) => string;

export const textsKey = "content-strings";

/** The texts as the administrators have them. When the server does not answer, the copy from last time is used. */
export function textsQuery(call: Call) {
  return queryOptions({
    queryKey: [textsKey],
    staleTime: freshFor.texts,
    queryFn: async ({ signal }): Promise<Texts> => {
      try {
        const texts = await call("GET /api/content/strings", {}, { signal });
        keepCopy("cache", textsKey, texts);
        return texts;
      } catch (error) {
        const copy = keptCopy<Texts>("cache", textsKey);
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

/** A reader over these texts that falls back to `shipped`. */
export function textReaderOf<Shipped extends Texts>(texts: Texts | undefined, shipped: Shipped): ReadText<Shipped> {
  const brand = texts?.["header.brand_name"] ?? defaultTexts["header.brand_name"];
  const always = { brand };
  return (key, ...[variables]) =>
    fillText(texts?.[key] ?? shipped[key]!, variables ? { ...always, ...variables } : always);
}

interface TextsInForce {
  texts: Texts | undefined;
  text: ReadText;
}

export const TextsContext = createContext<TextsInForce>({ texts: undefined, text: textReader(undefined) });

/** The reader of texts for components, which follow when the texts change. */
export function useText(): ReadText {
  return use(TextsContext).text;
}

/** The same for screens whose texts ship in a file of their own, which is loaded with the screen. */
export function useTextOf<Shipped extends Texts>(shipped: Shipped): ReadText<Shipped> {
  const { texts } = use(TextsContext);
  return useMemo(() => textReaderOf(texts, shipped), [texts, shipped]);
}

/** The reader of texts for loaders and heads, which are no components. */
export function textsOf(queryClient: QueryClient): ReadText {
  return textReader(queryClient.getQueryData<Texts>([textsKey]));
}

const changed = new WeakMap<Texts, Texts>();

/** The texts that differ from those that ship, which are always the same: all that a page has to carry to the browser. */
export function changedTexts(texts: Texts, shipped: Texts): Texts {
  let found = changed.get(texts);
  if (found === undefined) {
    found = Object.fromEntries(Object.entries(texts).filter(([key, value]) => shipped[key] !== value));
    changed.set(texts, found);
  }
  return found;
}
