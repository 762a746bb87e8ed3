import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { announceChange } from "../../../api/cross-tab-sync.ts";
import { freshFor } from "../../../api/query.ts";
import { refetchChanged } from "../../../api/refetch-changed.ts";

const queryKey = ["channels"] as const;

/** The user's channels, the oldest first. */
export function channelsQuery(call: Call) {
  return queryOptions({
    queryKey,
    staleTime: freshFor.wishlist,
    queryFn: ({ signal }) => call("GET /api/channels", {}, { signal }),
  });
}

/** Refetches the channels, here and in other tabs. */
export async function reloadChannels(queryClient: QueryClient): Promise<void> {
  announceChange("channels");
  await refetchChanged(queryClient, { queryKey });
}
