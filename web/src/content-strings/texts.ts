import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";
import { defaultTexts, type TextKey } from "contract/content-strings/defaults.ts";
import { fillText, type TextVariables } from "contract/content-strings/rules.ts";
import { createContext, use } from "react";
import { keepCopy, keptCopy } from "../browser-cache.ts";
import { freshFor } from "../query.ts";

/** Texts by key. What a page got from the server holds only those that differ from the shipped ones. */
export type Texts = Readonly<Record<string, string>>;

/** Reads a text of the site: `text("browse.page", { current: 1, total: 9 })`. The compiler checks its variables. */
export type ReadText = <Key extends TextKey>(
  key: Key,
  ...variables: keyof TextVariables<Key> extends never ? [] : [TextVariables<Key>]
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

/** A reader over these texts that falls back to the shipped ones. */
export function textReader(texts: Texts | undefined): ReadText {
  const value = (key: TextKey) => texts?.[key] ?? defaultTexts[key];
  return (key, ...[variables]) => fillText(value(key), { brand: value("header.brand_name"), ...variables });
}

export const TextsContext = createContext<ReadText>(textReader(undefined));

/** The reader of texts for components, which follow when the texts change. */
export function useText(): ReadText {
  return use(TextsContext);
}

/** The reader of texts for loaders and heads, which are no components. */
export function textsOf(queryClient: QueryClient): ReadText {
  return textReader(queryClient.getQueryData<Texts>([textsKey]));
}

/** The texts that differ from those that ship: all that a page has to carry to the browser. */
export function changedTexts(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key, value]) => defaultTexts[key as TextKey] !== value));
}
