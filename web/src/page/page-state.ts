import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Texts } from "contract/content-strings/variables.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import { type NamedKind, slugOf } from "contract/games/landing/rules.ts";
import { nameKey } from "contract/games/names.ts";
import { splitTags } from "contract/games/rules.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import { changedTexts, textsKey } from "../api/texts.ts";

/** The state that a server-rendered page passes to the browser besides its HTML. */
export interface PageState {
  publicUrl: string;
  /** The submitted form that the page responds to. */
  posted?: PostedForm;
  /** JSON, which browsers parse faster than an equivalent script. */
  json: string;
}

interface CachedData {
  texts: Texts;
  queries: (readonly [QueryKey, unknown])[];
}

interface ServerState {
  shippedTexts: Texts;
  /** That of the page. */
  language: string;
  posted: PostedForm | undefined;
}

/** Collects the state on the server. Texts equal to `shippedTexts` are left out: the browser has them. */
export function serializePageState(
  queryClient: QueryClient,
  publicUrl: string,
  { shippedTexts, language, posted }: ServerState,
): PageState {
  const cached = queryClient.getQueryCache().findAll({
    predicate: ({ state, queryKey }) => state.status === "success" && queryKey[0] !== textsKey,
  });
  const texts = queryClient.getQueryData<Texts>([textsKey]) ?? {};
  const queries = cached.map(({ queryKey, state }) => [queryKey, state.data] as const);
  // in English no names differ but those that were edited
  const names = language === sourceLanguage ? {} : namesOn(queries, texts);
  const data: CachedData = { texts: { ...names, ...changedTexts(texts, shippedTexts) }, queries };
  return { publicUrl, ...(posted && { posted }), json: JSON.stringify(data) };
}

const nameFields: Readonly<Record<string, NamedKind>> = {
  genre: "genre",
  tag: "tag",
  tags: "tag",
  tag_any: "tag",
  tag_not: "tag",
};

/** The texts of the genres and tags that these data contain: browsers load the others after the page. */
function namesOn(data: unknown, texts: Texts): Texts {
  const found: Record<string, string> = {};
  const add = (kind: NamedKind, slug: string, name?: string) => {
    const key = [nameKey(kind, slug), nameKey("genre", slug)].find((one) => texts[one]);
    if (key && texts[key] !== name) found[key] = texts[key]!;
  };
  const collect = (value: unknown, field: string) => {
    if (typeof value === "string") {
      const kind = nameFields[field];
      if (kind) for (const name of splitTags(value)) add(kind, slugOf(name), name);
      // of a landing page
      else if (field === "slug") for (const one of ["genre", "tag"] as const) add(one, value);
    } else if (Array.isArray(value)) for (const item of value) collect(item, field);
    else if (typeof value === "object")
      // without the pairs that `Object.entries` creates: pages have thousands of values
      for (const name in value) collect(value[name as keyof typeof value], name === "value" ? field : name);
  };
  collect(data, "");
  return found;
}

/**
 * Fills the browser's cache with the state of the page, over the shipped texts of its language. The data count as
 * fresh: the server drops a cached page when anything on it changes.
 */
export function restorePageState(queryClient: QueryClient, { json }: PageState, shippedTexts: Texts): void {
  const { texts, queries } = JSON.parse(json) as CachedData;
  queryClient.setQueryData([textsKey], { ...shippedTexts, ...texts });
  for (const [key, data] of queries) queryClient.setQueryData(key, data);
}
