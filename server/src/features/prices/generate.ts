import { usDollar } from "contract/core/money.ts";
import { firstCountry } from "contract/markets/regions.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { type Random, wholeBetween } from "../../platform/process/random.ts";
import type { PastOffer, PastStep } from "./history/commands-backfill.ts";

const listPrices = [
  99, 199, 299, 399, 499, 599, 699, 799, 999, 1299, 1499, 1799, 1999, 2499, 2999, 3999, 4999, 5999, 6999,
];

/** The probability that a store besides Steam sells a game: about 1.6 offers per game, as in reality. */
const otherStores: [StoreKey, number][] = [
  ["gog", 0.16],
  ["cdkeys", 0.28],
  ["other", 0.18],
];

/** A generated offer before its past is generated. */
export interface OfferPlan {
  store: StoreKey;
  /** 0 for a game that is free. */
  regularMinor: number;
  /** The relative number of price changes of this offer. */
  weight: number;
}

/** Plans at most `max` offers of a game: a single free one, or 1 to 4 stores around one list price. */
export function planOffers(random: Random, max: number, mayBeFree: boolean): OfferPlan[] {
  const isFree = random() < 0.2 && mayBeFree;
  const listPrice = isFree ? 0 : listPrices[Math.floor(listPrices.length * random() ** 1.4)]!;
  const others = otherStores.filter(([, chance]) => random() < chance).map(([store]) => store);
  const stores: StoreKey[] = isFree ? ["steam"] : ["steam", ...others];
  return stores.slice(0, max).map((store) => ({
    store,
    regularMinor: store === "cdkeys" ? Math.max(49, Math.round(listPrice * (0.55 + random() * 0.4))) : listPrice,
    // A few offers change often, most rarely, and free ones never.
    weight: isFree ? 0 : 0.1 + random() ** 3 * 3,
  }));
}

/** Generates exactly `count` prices between the two times, alternating full prices and discounts. */
export function generateOffer(
  random: Random,
  { store, regularMinor }: OfferPlan,
  { count, from, until, link }: { count: number; from: Date; until: Date; link: string | null },
): PastOffer {
  const interval = (until.getTime() - from.getTime()) / count;
  const steps: PastStep[] = Array.from({ length: count }, (_, index) => {
    const percentOff = index % 2 === 0 ? 0 : 5 * wholeBetween(random, 2, 17);
    return {
      at: new Date(from.getTime() + Math.floor(interval * (index + random() * 0.9))),
      priceMinor: Math.floor((regularMinor * (100 - percentOff)) / 100),
      regularMinor,
    };
  });
  const market = { country: firstCountry, currency: usDollar };
  return { ...market, store, link, steps, inStock: store === "cdkeys" ? random() > 0.12 : null };
}
