import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { LibraryState } from "contract/library/rules.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { refreshCurrentUser } from "../../api/current-user.ts";
import { marketKey } from "../../api/market.ts";
import { atMyStores } from "../../api/my-stores.ts";
import { freshFor } from "../../api/query.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import { storedUser, useCall } from "../../api/session.ts";
import { dependsOnViewer } from "../../api/use-viewer-queries.ts";
import { libraryGameKey } from "./use-is-owned.ts";

const staleTime = freshFor.wishlist;

/** How many games a page of the library shows. */
const libraryPageSize = 50;

/** The library state of a game for the user. */
export function libraryGameQuery(call: Call, gameId: number) {
  return queryOptions({
    queryKey: libraryGameKey(gameId),
    staleTime,
    queryFn: ({ signal }) => call("GET /api/library/{gameId}", { params: { gameId } }, { signal }),
  });
}

/** A page of the owned or ignored games, by title. */
export function libraryQuery(
  call: Call,
  { state, search, page }: { state: LibraryState; search: string; page: number },
  country: string | undefined,
) {
  const query = { state, search, page, limit: libraryPageSize, country };
  return queryOptions({
    queryKey: ["library", "list", state, search, page, ...marketKey(country)],
    staleTime,
    queryFn: ({ signal }) =>
      call("GET /api/library", { query: { ...query, language: document.documentElement.lang } }, { signal }),
  });
}

/** A page of the DLC for owned games, the most popular first. */
export function dlcQuery(call: Call, page: number, country: string | undefined) {
  const fields = "id,title,type,best_price,best_store,reference_price,reference_store,cut";
  const query = { library: "dlc", sortBy: "popularity", page, limit: defaultPageSize, fields, country } as const;
  return queryOptions({
    queryKey: ["library", "dlc", page, ...marketKey(country)],
    staleTime,
    queryFn: ({ signal }) => call("GET /api/games", { query: atMyStores(query) }, { signal }),
  });
}

/** Where games can be imported from, and how many there are. */
export function importStateQuery(call: Call) {
  return queryOptions({
    queryKey: ["library", "import"],
    staleTime,
    queryFn: ({ signal }) => call("GET /api/library/import", {}, { signal }),
  });
}

/** Invalidates the library and all lists, here and in other tabs. */
async function invalidateLibrary(queryClient: QueryClient): Promise<void> {
  announceChange("library");
  await Promise.all([
    refetchChanged(queryClient, { queryKey: ["library"] }),
    refetchChanged(queryClient, { predicate: dependsOnViewer }),
  ]);
}

/** Changes the library and refetches the queries that show it. Each function throws what its call throws. */
export function useLibraryChanges() {
  const call = useCall();
  const queryClient = useQueryClient();

  /** The first change gives the account a library, which affects lists. */
  async function refresh(): Promise<void> {
    if (!storedUser()?.hasLibrary) await refreshCurrentUser(call).catch(() => {});
    await invalidateLibrary(queryClient);
  }

  return {
    async setState(gameId: number, state: LibraryState | null): Promise<void> {
      const { queryKey } = libraryGameQuery(call, gameId);
      const changed = await call("PUT /api/library/{gameId}", { params: { gameId }, body: { state } });
      // a pending response would restore the previous state
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, changed);
      await refresh();
    },
    refresh,
  };
}
