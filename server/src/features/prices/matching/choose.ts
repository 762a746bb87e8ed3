import type { OfferObservation } from "../offers/commands.ts";
import type { SourceOffer } from "../sources/source.ts";
import type { MatchedOffer, Shelf } from "./find.ts";

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
export type ComparedOffer = Pick<SourceOffer, "productId" | "priceMinor" | "inStock">;

/** What can be delivered comes first, then the cheapest; the order is the same in every reading. */
export function compareOffers(a: ComparedOffer, b: ComparedOffer): number {
  const rank = ({ inStock, priceMinor }: ComparedOffer) => [Number(inStock === false), priceMinor ?? Number.MAX_VALUE];
  const [stockA = 0, priceA = 0] = rank(a);
  const [stockB = 0, priceB = 0] = rank(b);
  return stockA - stockB || priceA - priceB || (a.productId < b.productId ? -1 : 1);
}

/** What `recordOffers` gets of an offer. */
export function toObservation({ store, country }: Shelf, { gameId, offer }: MatchedOffer): OfferObservation {
  const { currency, priceMinor, regularMinor, link, inStock, productId, activatesIn, endsAt } = offer;
  return {
    gameId,
    country,
    store,
    currency,
    ...(priceMinor !== undefined && { priceMinor }),
    ...(regularMinor !== undefined && { regularMinor }),
    ...(link !== undefined && { link }),
    ...(inStock !== undefined && { inStock }),
    ...(activatesIn !== undefined && { activatesIn }),
    // A giveaway passes; the product that the store sells is another one.
    ...(endsAt ? { endsAt } : { productId }),
  };
}
