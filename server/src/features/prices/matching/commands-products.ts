import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import type { SourceOffer } from "../sources/source.ts";
import { decideMatch } from "./decide.ts";
import { findKnownMatches, type MatchedOffer, reviewUncertain, type WaitingOffer } from "./find.ts";

export interface MatchedProducts {
  /** By product id. */
  games: ReadonlyMap<string, number>;
  /** How many wait for a person. */
  waiting: number;
  /** Why products are none of ours, such as those for a console, by product id. */
  refused: ReadonlyMap<string, string>;
}

/**
 * Matches products that are no offers, such as the items of a bundle, by the same rules: uncertain ones wait for
 * review. Those that a person rejected are in none of the lists.
 */
export async function matchProducts(
  db: Db,
  store: StoreKey,
  products: readonly SourceOffer[],
  now: Date,
): Promise<MatchedProducts> {
  const known = await findKnownMatches(db, store, products);
  const matched: MatchedOffer[] = [];
  const waiting: WaitingOffer[] = [];
  const refused = new Map<string, string>();
  for (const offer of products) {
    const match = decideMatch(offer, known, []);
    if (match.kind === "game") matched.push({ gameId: match.gameId, offer, places: match.places });
    else if (match.kind === "waits") waiting.push({ offer, reason: match.reason, candidates: match.candidates });
    else if (match.kind === "refused") refused.set(offer.productId, match.message);
  }
  await reviewUncertain(db, store, { waiting, matched, now });
  return {
    games: new Map(matched.map(({ offer, gameId }) => [offer.productId, gameId])),
    waiting: waiting.length,
    refused,
  };
}
