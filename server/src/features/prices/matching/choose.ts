import type { OfferObservation } from "../offers/commands.ts";
import type { SourceOffer } from "../sources/source.ts";
import type { MatchedOffer, Shelf } from "./find.ts";

/** The best product of each game. */
export function bestOfEach(matched: readonly MatchedOffer[]): MatchedOffer[] {
  const best = new Map<number, MatchedOffer>();
  for (const one of matched) {
    const other = best.get(one.gameId);
    if (!other || compareOffers(one.offer, other.offer) < 0) best.set(one.gameId, one);
  }
  return [...best.values()];
}

/** The fields by which products are compared. */
export type ComparedOffer = Pick<SourceOffer, "productId" | "priceMinor" | "inStock">;

/** Sorts products in stock first, then by price; the order is the same in every reading. */
export function compareOffers(a: ComparedOffer, b: ComparedOffer): number {
  const rank = ({ inStock, priceMinor }: ComparedOffer) => [Number(inStock === false), priceMinor ?? Number.MAX_VALUE];
  const [stockA = 0, priceA = 0] = rank(a);
  const [stockB = 0, priceB = 0] = rank(b);
  return stockA - stockB || priceA - priceB || (a.productId < b.productId ? -1 : 1);
}

/** The observation of an offer for `recordOffers`. */
export function toObservation({ store, country }: Shelf, { gameId, offer, places }: MatchedOffer): OfferObservation {
  const { currency, priceMinor, regularMinor, link, inStock, productId, activatesOn, endsAt, saleEndsAt } = offer;
  return {
    gameId,
    country,
    store,
    currency,
    ...(priceMinor !== undefined && { priceMinor }),
    ...(regularMinor !== undefined && { regularMinor }),
    ...(link !== undefined && { link }),
    ...(inStock !== undefined && { inStock }),
    ...(places !== null && { activatesIn: places }),
    ...(activatesOn !== undefined && { activatesOn }),
    ...(saleEndsAt !== undefined && { saleEndsAt }),
    // a giveaway is temporary and is not the product that the store sells
    ...(endsAt ? { endsAt } : { productId }),
  };
}
