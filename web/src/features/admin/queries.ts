import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { useState } from "react";
import { withBase } from "../../api/base-path.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import { textsKey } from "../../api/texts.ts";
import { useHasUnsaved } from "./leave-guard.tsx";

/** How long admin responses stay fresh, in milliseconds (spec/administration 2.4). */
export const adminFreshFor = 300_000;

/** The first part of all admin query keys. */
export const adminKey = "admin";
const statsKey = [adminKey, "stats"] as const;

/** Counts and recent activity. Takes the panel's call. */
export function statsQuery(call: Call) {
  return queryOptions({
    queryKey: statsKey,
    staleTime: adminFreshFor,
    queryFn: ({ signal }) => call("GET /api/admin/dashboard/stats", {}, { signal }),
  });
}

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
    await fetch(withBase(path), { cache: "reload" }).catch(() => {});
    await queryClient.invalidateQueries({ queryKey: key });
    // equal data stay the same object
    if (queryClient.getQueryData(key) !== before) return;
  }
}

/**
 * A query of the panel. When the session ends, its data are removed; while edits are unsaved, the last data stay
 * visible.
 */
export function useAdminQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(options);
  const unsaved = useHasUnsaved();
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  return { data: data ?? (unsaved ? latest : undefined), error, isPlaceholderData, isFetching, refetch };
}
