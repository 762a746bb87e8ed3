import type { Call } from "contract/core/call.ts";
import type { WishlistItem } from "contract/wishlist/schema.ts";

/** The most games in one call. */
const maxBatchSize = 100;

/** How long a batch collects games, in milliseconds: the hearts of a page appear within one frame. */
const batchMs = 20;

type Items = Readonly<Record<string, WishlistItem>>;

/** The open batch with its shared response. */
let batch: { gameIds: Set<number>; items: Promise<Items> } | undefined;

/**
 * The wishlist item of a game, or `null`. Checks within a short time, as by the cards of a page, share one call. Never
 * rejects: on failure nothing counts as wishlisted (spec/wishlist-and-alerts 4.2).
 */
export async function checkGame(call: Call, gameId: number): Promise<WishlistItem | null> {
  batch ??= startBatch(call);
  batch.gameIds.add(gameId);
  return (await batch.items)[gameId] ?? null;
}

function startBatch(call: Call) {
  const gameIds = new Set<number>();
  const collected = new Promise((resolve) => setTimeout(resolve, batchMs));
  const items = collected.then(() => {
    batch = undefined;
    return checkGames(call, [...gameIds]);
  });
  return { gameIds, items };
}

async function checkGames(call: Call, gameIds: number[]): Promise<Items> {
  const calls = [];
  for (let first = 0; first < gameIds.length; first += maxBatchSize) {
    calls.push(call("POST /api/wishlist/check", { body: { gameIds: gameIds.slice(first, first + maxBatchSize) } }));
  }
  try {
    return Object.assign({}, ...(await Promise.all(calls)).map(({ items }) => items));
  } catch (error) {
    console.error(error);
    return {};
  }
}
