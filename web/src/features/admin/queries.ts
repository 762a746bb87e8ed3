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

/** Keys of the public responses that administrators change. */
const publicResponses = { texts: [textsKey], site: ["site"] };

type PublicResponse = keyof typeof publicResponses;

/** Delays of refetches in milliseconds: server processes receive a change a moment later. */
const refetchDelays = [100, 1_000, 4_000];

/** Refetches the panel's queries, which the promise waits for, and a named public response in the background. */
export function useRefresh(changed?: PublicResponse): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => {
    if (changed) void refetchPublic(queryClient, changed);
    return refetchChanged(queryClient, { queryKey: [adminKey] });
  };
}

/** Refetches each time: an old response differs from the page's data as well, since pages carry only a part of it. */
async function refetchPublic(queryClient: QueryClient, changed: PublicResponse): Promise<void> {
  for (const delay of refetchDelays) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    await queryClient.invalidateQueries({ queryKey: publicResponses[changed] });
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
