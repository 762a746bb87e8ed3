import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { refetchChanged } from "../../../api/refetch-changed.ts";
import { textsKey } from "../../../api/texts.ts";
import { adminKey } from "../queries.ts";

/** Public responses that administrators change: path and query key. */
const publicResponses = {
  texts: { path: "/api/content/strings", key: [textsKey] },
  site: { path: "/api/site", key: ["site"] },
};

type PublicResponse = keyof typeof publicResponses;

/** Delays of refetches in milliseconds: other server processes receive a change a moment later. */
const refetchDelays = [100, 1_000, 4_000];

/** Refetches the panel's queries, which the promise waits for, and a named public response in the background. */
export function useRefresh(changed?: PublicResponse): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => {
    if (changed) void refetchUntilChanged(queryClient, changed);
    return refetchChanged(queryClient, { queryKey: [adminKey] });
  };
}

/** Refetches until the response has changed. */
async function refetchUntilChanged(queryClient: QueryClient, changed: PublicResponse): Promise<void> {
  const { path, key } = publicResponses[changed];
  const before = queryClient.getQueryData(key);
  for (const delay of refetchDelays) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    // bypasses the browser's cache; after a failure its copy stays until a later refetch
    await fetch(path, { cache: "reload" }).catch(() => {});
    await queryClient.invalidateQueries({ queryKey: key });
    // equal data stay the same object
    if (queryClient.getQueryData(key) !== before) return;
  }
}
