import { type Query, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { isAllStores, type MyStores, pricesOf } from "contract/my-stores/rules.ts";
import { launchers } from "contract/prices/launchers.ts";
import { useSyncExternalStore } from "react";
import { changeEvent, nameOfficial, pricesOfKey, storesKey, subscribeToStores } from "../../api/my-stores.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import type { Viewer } from "../../api/session.ts";

/** The visitor's choice of stores, as this browser remembers it. */
export interface RememberedStores extends MyStores {
  /** Whose profile it comes from; absent: of this browser. */
  user?: number;
  /** The prices of all stores are shown for now. */
  paused?: boolean;
}

let snapshot: { text: string | undefined; stores: RememberedStores | null } = { text: undefined, stores: null };

/** The choice; `null` = there is none. */
export function rememberedStores(): RememberedStores | null {
  const text = readStored();
  // memoized: a snapshot must stay the same object while nothing changes
  if (text !== snapshot.text) snapshot = { text, stores: parsed(text) };
  return snapshot.stores;
}

function readStored(): string | undefined {
  try {
    return localStorage.getItem(storesKey) ?? undefined;
  } catch {
    return undefined;
  }
}

function parsed(text: string | undefined): RememberedStores | null {
  try {
    const value = JSON.parse(text ?? "null") as Partial<RememberedStores> | null;
    if (!value || !Array.isArray(value.stores)) return null;
    const { user, paused } = value;
    const stores = value.stores.filter((key) => typeof key === "string");
    const activates = launchers.filter((launcher) => value.activates?.includes(launcher));
    return { stores, officialOnly: value.officialOnly === true, activates, user, paused };
  } catch {
    return null;
  }
}

/** Stores a choice, whose prices are then shown; `null` removes it. */
export function rememberStores(chosen: RememberedStores | null): void {
  // an account's choice of all stores is stored too, so that it is known to be loaded
  const isNone = chosen === null || (isAllStores(chosen) && chosen.user === undefined);
  const { paused, ...stores } = chosen ?? { stores: [], officialOnly: false };
  write(storesKey, isNone ? undefined : JSON.stringify({ ...stores, ...(paused && { paused }) }));
  write(pricesOfKey, paused ? undefined : pricesOf(stores));
  dispatchEvent(new Event(changeEvent));
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // where storage is blocked, nothing is stored
  }
}

/** Follows the choice, also in other tabs. */
export function useRememberedStores(): RememberedStores | null {
  return useSyncExternalStore(subscribeToStores, rememberedStores, () => null);
}

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
  { stores, officialOnly, activates = [] }: MyStores,
): Promise<void> {
  const chosen = { stores, officialOnly, activates };
  nameOfficial(false);
  if (!viewer || viewer === "unknown") return rememberStores(chosen);
  const { myStores } = await call("PUT /api/my-stores", { body: chosen });
  queryClient.setQueryData(profileStoresQuery(call, viewer.id).queryKey, myStores);
  rememberStores({ ...myStores, user: viewer.id });
  // alerts show what their games cost at these stores
  await refetchChanged(queryClient, { queryKey: ["rules"] });
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
