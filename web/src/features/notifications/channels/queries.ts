import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { ChannelChange, NewChannel } from "contract/notifications/channels/schema.ts";
import { announceChange } from "../../../api/cross-tab-sync.ts";
import { freshFor } from "../../../api/query.ts";
import { refetchChanged } from "../../../api/refetch-changed.ts";
import { useCall } from "../../../api/session.ts";

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
async function reloadChannels(queryClient: QueryClient): Promise<void> {
  announceChange("channels");
  await refetchChanged(queryClient, { queryKey });
}

/** Changes channels and refetches them. Each function throws what its call throws. */
export function useChannelChanges() {
  const call = useCall();
  const queryClient = useQueryClient();
  const reload = () => reloadChannels(queryClient);

  async function reloading<T>(calling: Promise<T>): Promise<T> {
    try {
      return await calling;
    } finally {
      await reload();
    }
  }

  return {
    add: (body: NewChannel) => reloading(call("POST /api/channels", { body })),
    change: (id: number, body: ChannelChange) => reloading(call("PUT /api/channels/{id}", { params: { id }, body })),
    remove: (id: number) => reloading(call("DELETE /api/channels/{id}", { params: { id } })),
    verify: (id: number, code: string) =>
      reloading(call("POST /api/channels/{id}/verify", { params: { id }, body: { code } })),
    /** Sends a test message, or another code while the channel is not verified. */
    test: (id: number) => reloading(call("POST /api/channels/{id}/test", { params: { id } })),
    pushKey: async () => (await call("GET /api/channels/push-key", {})).key,
  };
}
