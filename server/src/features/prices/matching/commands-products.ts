import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import type { SourceOffer } from "../sources/source.ts";
import { decideMatch } from "./decide.ts";
import { findKnownMatches, type MatchedOffer, reviewUncertain, type WaitingOffer } from "./find.ts";

/**
 * Matches products that are no offers, such as the items of a bundle, by the same rules: uncertain ones wait for
 * review. Returns the games by product id.
 */
export async function matchProducts(
  db: Db,
  store: StoreKey,
  products: readonly SourceOffer[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const known = await findKnownMatches(db, store, products);
  const matched: MatchedOffer[] = [];
  const waiting: WaitingOffer[] = [];
  for (const offer of products) {
    const match = decideMatch(offer, known, []);
    if (match.kind === "game") matched.push({ gameId: match.gameId, offer, places: match.places });
    else if (match.kind === "waits") waiting.push({ offer, reason: match.reason, candidates: match.candidates });
  }
  await reviewUncertain(db, store, { waiting, matched, now });
  return new Map(matched.map(({ offer, gameId }) => [offer.productId, gameId]));
}
