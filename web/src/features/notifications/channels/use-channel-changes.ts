import { useQueryClient } from "@tanstack/react-query";
import type { ChannelChange, NewChannel } from "contract/notifications/channels/schema.ts";
import { useCall } from "../../../api/session.ts";
import { reloadChannels } from "./queries.ts";

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
