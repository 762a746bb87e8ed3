import { QueryClient } from "@tanstack/react-query";

const minute = 60_000;

/** How long responses stay fresh in the browser, in milliseconds (spec/storefront 5.1). */
export const freshFor = { games: 10 * minute, wishlist: 2 * minute, user: 5 * minute, texts: 5 * minute } as const;

/**
 * One cache for the browser, a new one for each request on the server. The call itself retries. Stale responses stay
 * cached, to be shown while a refetch fails. Offline, calls fail and are retried once the network is back.
 */
export function createQueryClient(): QueryClient {
  // on the server a timer for each query would keep the whole request in memory
  const gcTime = import.meta.env.SSR ? Number.POSITIVE_INFINITY : 60 * minute;
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshFor.games,
        gcTime,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
