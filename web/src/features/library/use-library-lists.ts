import { useQueryClient } from "@tanstack/react-query";
import type { User } from "contract/accounts/schema.ts";
import { useEffect } from "react";
import { dependsOnViewer } from "../../api/use-viewer-queries.ts";

/**
 * Lists in server-rendered pages are the same for all visitors: for a user with a library they are refetched without
 * the games that the user owns or ignores, and reset at sign-out. Used once, on every page of signed-in users.
 */
export function useLibraryLists({ id, hasLibrary }: Pick<User, "id" | "hasLibrary">): void {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other lists
  useEffect(() => {
    if (!hasLibrary) return;
    // the public list stays visible until the user's own has loaded
    void queryClient.invalidateQueries({ predicate: dependsOnViewer });
    return () => void queryClient.resetQueries({ predicate: dependsOnViewer });
  }, [queryClient, id, hasLibrary]);
}
