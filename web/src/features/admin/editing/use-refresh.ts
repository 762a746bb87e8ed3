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

/** Delays of refetches in milliseconds: other server processes learn of a change a moment later. */
const renewals = [100, 1_000, 4_000];

/** Refetches the panel's queries, which the promise waits for, and a named public response in the background. */
export function useRefresh(changed?: PublicResponse): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => {
    if (changed) void renew(queryClient, changed);
    return refetchChanged(queryClient, { queryKey: [adminKey] });
  };
}

/** Refetches until the response has changed. */
async function renew(queryClient: QueryClient, changed: PublicResponse): Promise<void> {
  const { path, key } = publicResponses[changed];
  const before = queryClient.getQueryData(key);
  for (const wait of renewals) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    // the browser would show its own copy once more; a failure leaves that copy to be renewed later
    await fetch(path, { cache: "reload" }).catch(() => {});
    await queryClient.invalidateQueries({ queryKey: key });
    // equal data stay the same object
    if (queryClient.getQueryData(key) !== before) return;
  }
}
