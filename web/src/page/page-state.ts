import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { PostedForm } from "contract/core/posted-form.ts";
import { changedTexts, type Texts, textsKey } from "../api/texts.ts";

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
  posted: PostedForm | undefined;
}

/** Collects the state on the server. Texts equal to `shippedTexts` are left out: the browser has them. */
export function serializePageState(
  queryClient: QueryClient,
  publicUrl: string,
  { shippedTexts, posted }: ServerState,
): PageState {
  const cached = queryClient.getQueryCache().findAll({
    predicate: ({ state, queryKey }) => state.status === "success" && queryKey[0] !== textsKey,
  });
  const data: CachedData = {
    texts: changedTexts(queryClient.getQueryData<Texts>([textsKey]) ?? {}, shippedTexts),
    queries: cached.map(({ queryKey, state }) => [queryKey, state.data]),
  };
  return { publicUrl, ...(posted && { posted }), json: JSON.stringify(data) };
}

/**
 * Fills the browser's cache with the state of the page. The data count as fresh: the server drops a cached page when
 * anything on it changes.
 */
export function restorePageState(queryClient: QueryClient, { json }: PageState): void {
  const { texts, queries } = JSON.parse(json) as CachedData;
  queryClient.setQueryData([textsKey], texts);
  for (const [key, data] of queries) queryClient.setQueryData(key, data);
}
