/** A known offer's price before a reading and in it, in minor units of one currency, the former above 0. */
export interface PricePair {
  before: number;
  after: number;
}

/** Fewer known offers say nothing about a source. */
export const minKnownPrices = 20;
/** A price that falls by more than this share has collapsed. */
const deepFall = 0.8;
/** A median price that changes by this factor is that of other products, or in another unit. */
const medianFactor = 3;
/**
 * Why a reading is not plausible, or `null` (spec/price-sources 8.2): half of the known prices fall by more than 80%,
 * half of them become one amount, or the median price changes by a factor of 3.
 */
export function collapseOf(pairs: readonly PricePair[]): string | null {
  const known = pairs.length;
  if (known < minKnownPrices) return null;
  const half = known / 2;
  const fallen = pairs.filter(isDeepFall).length;
  if (fallen >= half) return `${fallen} of ${known} known prices fall by more than 80%`;
  const [, same] = commonestNewAmount(pairs);
  if (same >= half) return `${same} of ${known} known prices become one amount`;
  const [before, after] = [median(pairs.map((pair) => pair.before)), median(pairs.map((pair) => pair.after))];
  // in a sale of many discounts the median may fall that far, but not the price of every second product
  const usual = median(pairs.map((pair) => pair.after / pair.before));
  if (!isFar(after / before) || !isFar(usual)) return null;
  const [from, to] = [Math.max(before, after), Math.min(before, after)];
  const direction = after < before ? "falls" : "rises";
  return `the median of ${known} known prices ${direction} by a factor of ${(from / to).toFixed(1)}`;
}

const isDeepFall = ({ before, after }: PricePair) => after < before * (1 - deepFall);
const isFar = (factor: number) => factor >= medianFactor || factor <= 1 / medianFactor;

/** The amount that most prices become, and how many do. */
function commonestNewAmount(pairs: readonly PricePair[]): [amount: number | null, count: number] {
  const counts = new Map<number, number>();
  for (const { before, after } of pairs) if (after !== before) counts.set(after, (counts.get(after) ?? 0) + 1);
  let commonest: [number | null, number] = [null, 0];
  for (const entry of counts) if (entry[1] > commonest[1]) commonest = entry;
  return commonest;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
