import type { Call } from "contract/call.ts";
import type { WishlistItem } from "contract/wishlist/schema.ts";

/** The most games that one call answers for. */
const largestCheck = 100;

/** How long a round waits for more games, in milliseconds: the hearts of a page appear within one frame. */
const gathering = 20;

type Items = Readonly<Record<string, WishlistItem>>;

/** The games asked for in the same moment, and the answer that all who asked wait for. */
let round: { gameIds: Set<number>; items: Promise<Items> } | undefined;

/**
 * Whether the signed-in visitor wishes for a game: its item, else `null`. All that is asked in one moment, as by the
 * cards of a page, is one call. Never fails: what cannot be found out is not wished for (spec/wishlist-and-alerts 4.2).
 */
export async function checkGame(call: Call, gameId: number): Promise<WishlistItem | null> {
  round ??= startRound(call);
  round.gameIds.add(gameId);
  return (await round.items)[gameId] ?? null;
}

function startRound(call: Call) {
  const gameIds = new Set<number>();
  const gathered = new Promise((resolve) => setTimeout(resolve, gathering));
  const items = gathered.then(() => {
    round = undefined;
    return checkGames(call, [...gameIds]);
  });
  return { gameIds, items };
}

async function checkGames(call: Call, gameIds: number[]): Promise<Items> {
  const calls = [];
  for (let first = 0; first < gameIds.length; first += largestCheck) {
    calls.push(call("POST /api/wishlist/check", { body: { gameIds: gameIds.slice(first, first + largestCheck) } }));
  }
  try {
    return Object.assign({}, ...(await Promise.all(calls)).map(({ items }) => items));
  } catch (error) {
    console.error(error);
    return {};
  }
}
