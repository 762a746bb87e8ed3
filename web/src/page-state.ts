import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { PostedForm } from "contract/posted-form.ts";
import { changedTexts, type Texts, textsKey } from "./content-strings/texts.ts";

/** What a server-rendered page hands to the browser besides its HTML. */
export interface PageState {
  publicUrl: string;
  /** The form that the page answers. */
  posted?: PostedForm;
  /** JSON, which a browser reads faster than a script that builds the same. */
  json: string;
}

interface Answers {
  texts: Texts;
  queries: (readonly [QueryKey, unknown])[];
}

interface ServerState {
  shippedTexts: Texts;
  posted: PostedForm | undefined;
}

/** Collects the state on the server. Texts that are as `shippedTexts` has them stay out: the browser gets them with the code. */
export function packPageState(
  queryClient: QueryClient,
  publicUrl: string,
  { shippedTexts, posted }: ServerState,
): PageState {
  const answered = queryClient.getQueryCache().findAll({
    predicate: ({ state, queryKey }) => state.status === "success" && queryKey[0] !== textsKey,
  });
  const answers: Answers = {
    texts: changedTexts(queryClient.getQueryData<Texts>([textsKey]) ?? {}, shippedTexts),
    queries: answered.map(({ queryKey, state }) => [queryKey, state.data]),
  };
  return { publicUrl, ...(posted && { posted }), json: JSON.stringify(answers) };
}

/**
 * Fills the browser's cache with the state of the page that it opened. The answers count as new from now on:
 * the server drops a page that it keeps as soon as anything on it changes.
 */
export function unpackPageState(queryClient: QueryClient, { json }: PageState): void {
  const { texts, queries } = JSON.parse(json) as Answers;
  queryClient.setQueryData([textsKey], texts);
  for (const [key, data] of queries) queryClient.setQueryData(key, data);
}
