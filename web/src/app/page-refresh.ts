import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import { useEffect } from "react";
import { clearBrowserCaches } from "../api/browser-cache.ts";
import { useCall } from "../api/session.ts";
import { homepageGamesQuery } from "../features/games/queries.ts";

/** After a page refresh visitors start from fresh data (spec/storefront 5.2). Used once, around all pages. */
export function usePageRefresh(): void {
  const queryClient = useQueryClient();
  const call = useCall();
  const { place } = useRouter().options.context;
  useEffect(() => {
    if (isPageRefresh()) startFresh(queryClient, call, place.country);
  }, [queryClient, call, place]);
}

/** Whether this page was opened by the browser's refresh. */
function isPageRefresh(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.type === "reload";
}

/** Clears the browser's caches, then reloads the home page's games in the background. The home page shows a failure. */
export function startFresh(queryClient: QueryClient, call: Call, country?: string): Promise<void> {
  clearBrowserCaches();
  return queryClient.prefetchQuery({ ...homepageGamesQuery(call, country), staleTime: 0 });
}
