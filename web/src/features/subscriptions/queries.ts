import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { marketOf } from "../../api/market.ts";
import { freshFor } from "../../api/query.ts";

/** The subscription plans of a country; none = the site says nothing about subscriptions. */
export function plansQuery(call: Call, country: string) {
  return queryOptions({
    queryKey: ["plans", country],
    staleTime: freshFor.wishlist,
    queryFn: async ({ signal }) => (await call("GET /api/plans", { query: { country } }, { signal })).plans,
  });
}

/** The most games that the server answers about at once. */
const maxGames = 500;

interface Subscriber {
  plans: readonly string[];
  country: string;
}

export interface AskedGames extends Subscriber {
  gameIds: readonly number[];
}

/** Of these games, those that the plans have. */
export async function loadIncluded(call: Call, { plans, gameIds, country }: AskedGames, signal?: AbortSignal) {
  const parts = Array.from({ length: Math.ceil(gameIds.length / maxGames) }, (_, n) =>
    gameIds.slice(n * maxGames, (n + 1) * maxGames),
  );
  const answers = parts.map((part) => {
    const body = { plans: [...plans], gameIds: part };
    return call("POST /api/plans/games", { query: { country }, body }, signal && { signal });
  });
  return (await Promise.all(answers)).flatMap(({ games }) => games);
}

/** How long a batch collects games, in milliseconds: the cards of a page appear within one frame. */
const batchMs = 20;

/** The open batch with its shared answer: the name of the plan by the game's id. */
let batch: { of: string; gameIds: Set<number>; names: Promise<ReadonlyMap<number, string>> } | undefined;

/** The plan of the visitor that has a game, or `null`. Cards that ask within a short time share one call. */
export function includedGameQuery(call: Call, subscriber: Subscriber, gameId: number) {
  const { plans, country } = subscriber;
  return queryOptions({
    queryKey: ["plans", "game", country, plans, gameId],
    staleTime: freshFor.wishlist,
    queryFn: async () => {
      const of = `${country} ${plans.join(" ")}`;
      if (batch?.of !== of) batch = startBatch(call, subscriber, of);
      batch.gameIds.add(gameId);
      return (await batch.names).get(gameId) ?? null;
    },
  });
}

function startBatch(call: Call, subscriber: Subscriber, of: string) {
  const gameIds = new Set<number>();
  const collected = new Promise((resolve) => setTimeout(resolve, batchMs));
  const names = collected.then(async () => {
    if (batch === started) batch = undefined;
    const games = await loadIncluded(call, { ...subscriber, gameIds: [...gameIds] });
    return new Map(games.map(({ id, name }) => [id, name]));
  });
  const started = { of, gameIds, names };
  return started;
}

/** Loads the names of the plans that a list is filtered by. */
export async function prefetchPlans(
  context: Parameters<typeof marketOf>[0] & { queryClient: QueryClient; call: Call },
  { plan }: { plan?: string | undefined },
): Promise<void> {
  if (plan === undefined) return;
  await context.queryClient.prefetchQuery(plansQuery(context.call, marketOf(context).market.country));
}
