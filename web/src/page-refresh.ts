import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";
import { useEffect } from "react";
import { useCall } from "./accounts/session.ts";
import { clearBrowserCaches } from "./browser-cache.ts";
import { homepageGamesQuery } from "./games/queries.ts";

/** After a page refresh visitors start from fresh data (spec/storefront 5.2). Stands once, around all pages. */
export function usePageRefresh(): void {
  const queryClient = useQueryClient();
  const call = useCall();
  useEffect(() => {
    if (isPageRefresh()) startFresh(queryClient, call);
  }, [queryClient, call]);
}

/** Whether this page was opened by the browser's refresh. */
function isPageRefresh(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.type === "reload";
}

/**
 * Clears what the browser keeps, then reloads the games of the home page in the background.
 * A failure stays in the query's state, where the home page shows it.
 */
export function startFresh(queryClient: QueryClient, call: Call): Promise<void> {
  clearBrowserCaches();
  return queryClient.prefetchQuery({ ...homepageGamesQuery(call), staleTime: 0 });
}
