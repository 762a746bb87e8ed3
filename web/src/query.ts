import {
  type EnsureQueryDataOptions,
  QueryClient,
  type QueryFunction,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";

const minute = 60_000;

/** How long answers stay fresh in the browser, in milliseconds (spec/storefront 5.1). */
export const freshFor = { games: 10 * minute, wishlist: 2 * minute, user: 5 * minute, texts: 5 * minute } as const;

/**
 * A cache of answers: one for the browser, a new one for each request on the server, so that visitors never share one.
 * Retries are made by the call itself. Answers outlive their freshness: while a refetch is refused, the old one is shown.
 * Without a network calls fail as they do on any other failure, instead of waiting in silence, and are made again once it is back.
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

/**
 * The answer to a query, which is asked for when there is none; rejects when that fails. The server asks by the shortest way: what the
 * library makes for retries, cancelling and followers is of no use to it, and keeps the answer in memory after the page is sent (decision 029).
 */
export const ensureAnswer: <Answer, Key extends QueryKey>(
  queryClient: QueryClient,
  query: EnsureQueryDataOptions<Answer, Error, Answer, Key>,
) => Promise<Answer> = import.meta.env.SSR
  ? ensureOnServer
  : (queryClient, query) => queryClient.ensureQueryData(query);

async function ensureOnServer<Answer, Key extends QueryKey>(
  client: QueryClient,
  { queryKey, queryFn }: EnsureQueryDataOptions<Answer, Error, Answer, Key>,
): Promise<Answer> {
  const known = client.getQueryData<Answer>(queryKey);
  if (known !== undefined) return known;
  const ask = queryFn as QueryFunction<Answer, Key>;
  const answer = await ask({ client, queryKey, signal: new AbortController().signal, meta: undefined });
  client.setQueryData<unknown>(queryKey, answer);
  return answer;
}

/**
 * The answer to a query that the root's loader asks, `undefined` while there is none; components follow when it changes.
 * The server has nothing to follow, and subscribing costs it more than all that is read.
 */
export const useAnswer: <Answer, Key extends QueryKey>(
  options: UseQueryOptions<Answer, Error, Answer, Key> & { queryKey: Key },
) => Answer | undefined = import.meta.env.SSR
  ? ({ queryKey }) => useQueryClient().getQueryData(queryKey)
  : (options) => useQuery(options).data;
