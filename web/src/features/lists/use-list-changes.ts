import { useQueryClient } from "@tanstack/react-query";
import type { ShareOptions, UserList } from "contract/lists/schema.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import { useCall } from "../../api/session.ts";
import { useWishlistChanges } from "../wishlist/queries.ts";
import type { OwnItem, OwnList } from "./queries.ts";

/** The editable fields of a list. */
export type ListFields = Pick<UserList, "name" | "description" | "is_gift">;

/** The editable fields of a game on a list; others than the wishlist have no priorities. */
export interface ItemFields {
  notes: string;
  priority?: number;
}

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
    removeGames: (id: number, gameIds: readonly number[]) =>
      changed(call("POST /api/lists/{id}/remove", { ...inList(id), body: { gameIds: [...gameIds] } })),
    updateItem: (id: number, itemId: number, { notes }: ItemFields) =>
      changed(call("PUT /api/lists/{id}/items/{itemId}", { params: { id, itemId }, body: { notes } })),
    share: (id: number, options: ShareOptions) =>
      changed(call("POST /api/lists/{id}/share", { ...inList(id), body: options })),
    changeShare: (id: number, options: Partial<ShareOptions>) =>
      changed(call("PUT /api/lists/{id}/share", { ...inList(id), body: options })),
    unshare: (id: number) => changed(call("DELETE /api/lists/{id}/share", inList(id))),
  };
}

/** Changes the games on a list or the wishlist, as `useListChanges` does. */
export function useItemChanges(list: OwnList) {
  const call = useCall();
  const lists = useListChanges();
  const wishlist = useWishlistChanges();
  return {
    add: (gameId: number): Promise<unknown> =>
      list === "wishlist" ? wishlist.add(gameId) : lists.addGame(list, gameId),
    remove: (gameIds: readonly number[]): Promise<unknown> =>
      list === "wishlist" ? wishlist.remove(gameIds) : lists.removeGames(list, gameIds),
    update: ({ id }: OwnItem, fields: ItemFields): Promise<unknown> =>
      list === "wishlist" ? wishlist.update(id, fields) : lists.updateItem(list, id, fields),
    /** Sends all ids in their new order; the pages are refetched by the caller. */
    async reorder(ids: readonly number[]): Promise<void> {
      const places = ids.map((id, index) => ({ id, position: index + 1 }));
      if (list === "wishlist") {
        const items = places.map(({ id: wishlistId, position }) => ({ wishlistId, position }));
        await call("PUT /api/wishlist/reorder", { body: { items } });
        announceChange("wishlist");
      } else {
        const items = places.map(({ id: itemId, position }) => ({ itemId, position }));
        await call("PUT /api/lists/{id}/reorder", { params: { id: list }, body: { items } });
        announceChange("lists");
      }
    },
  };
}
