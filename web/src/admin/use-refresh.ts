import { useQueryClient } from "@tanstack/react-query";
import { adminKey } from "./queries.ts";

/**
 * After a change: all that the panel has on show is asked for anew, and what the site itself shows of it, by the first
 * parts of those keys. Resolves when that is there.
 */
export function useRefresh(...siteKeys: string[]): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all([adminKey, ...siteKeys].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
