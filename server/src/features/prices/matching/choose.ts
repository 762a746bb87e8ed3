import type { StoreKey } from "contract/stores.ts";
import type { OfferObservation } from "../offers/commands.ts";
import type { SourceOffer } from "../sources/source.ts";
import type { MatchedOffer } from "./find.ts";

/** The best of several products that are one game. */
export function bestOfEach(matched: readonly MatchedOffer[]): MatchedOffer[] {
  const best = new Map<number, MatchedOffer>();
  for (const one of matched) {
    const other = best.get(one.gameId);
    if (!other || compareOffers(one.offer, other.offer) < 0) best.set(one.gameId, one);
  }
  return [...best.values()];
}

/** What decides between products. */
export type ComparedOffer = Pick<SourceOffer, "productId" | "priceCents" | "inStock">;

/** What can be delivered comes first, then the cheapest; the order is the same in every reading. */
export function compareOffers(a: ComparedOffer, b: ComparedOffer): number {
  const rank = ({ inStock, priceCents }: ComparedOffer) => [Number(inStock === false), priceCents ?? Number.MAX_VALUE];
  const [stockA = 0, priceA = 0] = rank(a);
  const [stockB = 0, priceB = 0] = rank(b);
  return stockA - stockB || priceA - priceB || (a.productId < b.productId ? -1 : 1);
}

/** What `recordOffers` is told of an offer. */
export function toObservation(store: StoreKey, { gameId, offer }: MatchedOffer): OfferObservation {
  const { priceCents, regularCents, link, inStock, productId, endsAt } = offer;
  return {
    gameId,
    store,
    ...(priceCents !== undefined && { priceCents }),
    ...(regularCents !== undefined && { regularCents }),
    ...(link !== undefined && { link }),
    ...(inStock !== undefined && { inStock }),
    // A giveaway passes; the product that the store sells is another one.
    ...(endsAt ? { endsAt } : { productId }),
  };
}
