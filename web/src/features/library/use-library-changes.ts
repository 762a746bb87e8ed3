import { useQueryClient } from "@tanstack/react-query";
import type { LibraryState } from "contract/library/rules.ts";
import { refreshCurrentUser } from "../../api/current-user.ts";
import { storedUser, useCall } from "../../api/session.ts";
import { invalidateLibrary, libraryGameQuery } from "./queries.ts";

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
