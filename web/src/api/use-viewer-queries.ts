import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useViewer } from "./session.ts";

/** First parts of the query keys of public data. */
const publicResponses = ["games", "retailers", "markets", "site", "content-strings"];

const isPrivate = ({ queryKey: [area, kind] }: Query) =>
  !publicResponses.includes(String(area)) || (area === "games" && kind === "price-history");

/** Lists omit explicit games by default, and those that a user owns or ignores; a single game is the same for all. */
export const dependsOnViewer = ({ queryKey: [area, kind] }: Query) => area === "games" && kind !== "detail";

/**
 * Refetches the viewer's lists, which stay until others have loaded. It waits until the browser is idle: parts of the
 * page that have yet to hydrate need the lists of the server.
 */
export function refetchLists(queryClient: QueryClient): void {
  const refetch = () => void queryClient.invalidateQueries({ predicate: dependsOnViewer });
  // Safari has no such callback
  if ("requestIdleCallback" in window) requestIdleCallback(refetch, { timeout: 2_000 });
  else setTimeout(refetch, 200);
}

/**
 * Resets private data when the user changes, also from another tab, and lists with explicit games when they are no
 * longer allowed. Used once, around all pages.
 */
export function useViewerQueries(): void {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const id = viewer === "unknown" ? null : (viewer?.id ?? null);
  const explicit = viewer !== "unknown" && viewer?.showExplicitContent === true;
  // the user of the cached data; pages from the server are anonymous
  const fetchedFor = useRef<{ id: number | null; explicit: boolean }>({ id: null, explicit: false });
  useEffect(() => {
    const before = fetchedFor.current;
    fetchedFor.current = { id, explicit };
    if (before.id !== null && before.id !== id) void queryClient.resetQueries({ predicate: isPrivate });
    if (before.explicit && !explicit) void queryClient.resetQueries({ predicate: dependsOnViewer });
    // nothing to hide: the shorter list stays visible until the longer one has loaded
    if (!before.explicit && explicit) refetchLists(queryClient);
  }, [queryClient, id, explicit]);
}
