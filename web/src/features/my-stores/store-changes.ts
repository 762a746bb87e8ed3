import { type Query, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { isAllStores, type MyStores } from "contract/my-stores/rules.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import type { Viewer } from "../../api/session.ts";
import { type RememberedStores, rememberStores } from "./remembered-stores.ts";

/** The stores in the profile; `null` = never chosen. */
export function profileStoresQuery(call: Call, userId: number) {
  return queryOptions({
    queryKey: ["my-stores", userId],
    queryFn: async ({ signal }) => (await call("GET /api/my-stores", {}, { signal })).myStores,
  });
}

/** Whether only the prices of the chosen stores are shown. */
export function isFiltering(remembered: RememberedStores | null): boolean {
  return remembered !== null && !remembered.paused && !isAllStores(remembered);
}

/** Stores a choice: in the profile of a signed-in user, otherwise in this browser. */
export async function chooseStores(
  { call, queryClient }: { call: Call; queryClient: QueryClient },
  viewer: Viewer,
  { stores, officialOnly }: MyStores,
): Promise<void> {
  const chosen = { stores, officialOnly };
  if (!viewer || viewer === "unknown") return rememberStores(chosen);
  const { myStores } = await call("PUT /api/my-stores", { body: chosen });
  queryClient.setQueryData(profileStoresQuery(call, viewer.id).queryKey, myStores);
  rememberStores({ ...myStores, user: viewer.id });
  // alerts show what their games cost at these stores
  await refetchChanged(queryClient, { queryKey: ["alerts"] });
}

/** The areas of queries that show prices, with the kinds that show none. */
const priced = new Map<unknown, readonly unknown[]>([
  ["games", ["price-history"]],
  ["landing", ["genres"]],
  ["wishlist", ["game"]],
  ["lists", ["all", "one"]],
]);

const showsPrices = ({ queryKey: [area, kind] }: Query) => priced.get(area)?.includes(kind) === false;

/**
 * Refetches the prices on the page, which stay until the new ones arrive. Removes cached prices that are not in use;
 * with `keepUnused` they become stale, since a part of the page that has yet to hydrate needs those of the server.
 */
export function refreshPrices(queryClient: QueryClient, { keepUnused = false } = {}): void {
  if (!keepUnused) queryClient.removeQueries({ predicate: showsPrices, type: "inactive" });
  void refetchChanged(queryClient, { predicate: showsPrices });
}
