import { useQueryClient } from "@tanstack/react-query";
import type { ShareOptions, UserList } from "contract/lists/schema.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import { useCall } from "../../api/session.ts";

/** The editable fields of a list. */
export type ListFields = Pick<UserList, "name" | "description" | "is_gift">;

/** Changes lists and invalidates their queries, here and in other tabs. Each function throws what its call throws. */
export function useListChanges() {
  const call = useCall();
  const queryClient = useQueryClient();

  async function changed<T>(response: Promise<T>): Promise<T> {
    const result = await response;
    queryClient.removeQueries({ queryKey: ["lists"], type: "inactive" });
    announceChange("lists");
    await refetchChanged(queryClient, { queryKey: ["lists"], predicate: ({ queryKey }) => queryKey[1] !== "whole" });
    return result;
  }
  const inList = (id: number) => ({ params: { id } });

  return {
    create: (fields: ListFields) => changed(call("POST /api/lists", { body: fields })),
    update: (id: number, fields: ListFields, version: number) =>
      changed(call("PUT /api/lists/{id}", { ...inList(id), body: { ...fields, base_version: version } })),
    remove: (id: number) => changed(call("DELETE /api/lists/{id}", inList(id))),
    addGame: (id: number, gameId: number) =>
      changed(call("POST /api/lists/{id}/items", { ...inList(id), body: { gameId } })),
    removeGame: (id: number, gameId: number) =>
      changed(call("DELETE /api/lists/{id}/items/game/{gameId}", { params: { id, gameId } })),
    setNotes: (id: number, itemId: number, notes: string) =>
      changed(call("PUT /api/lists/{id}/items/{itemId}", { params: { id, itemId }, body: { notes } })),
    reorder: async (id: number, places: readonly { id: number; position: number }[]) => {
      const items = places.map(({ id: itemId, position }) => ({ itemId, position }));
      await call("PUT /api/lists/{id}/reorder", { ...inList(id), body: { items } });
      announceChange("lists");
    },
    share: (id: number, options: ShareOptions) =>
      changed(call("POST /api/lists/{id}/share", { ...inList(id), body: options })),
    changeShare: (id: number, options: Partial<ShareOptions>) =>
      changed(call("PUT /api/lists/{id}/share", { ...inList(id), body: options })),
    unshare: (id: number) => changed(call("DELETE /api/lists/{id}/share", inList(id))),
  };
}
