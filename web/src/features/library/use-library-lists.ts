import { useQueryClient } from "@tanstack/react-query";
import type { User } from "contract/accounts/schema.ts";
import { useEffect } from "react";
import { dependsOnViewer } from "../../api/use-viewer-queries.ts";

/**
 * Lists on pages from the server are for everybody: a user with a library gets them again, without the games that they
 * own or ignore. Their own lists leave with them. Used once, on every page of signed-in users.
 */
export function useLibraryLists({ id, hasLibrary }: Pick<User, "id" | "hasLibrary">): void {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other lists
  useEffect(() => {
    if (!hasLibrary) return;
    // the public list may show until the user's own has loaded
    void queryClient.invalidateQueries({ predicate: dependsOnViewer });
    return () => void queryClient.resetQueries({ predicate: dependsOnViewer });
  }, [queryClient, id, hasLibrary]);
}
