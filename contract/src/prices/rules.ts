import type { StoreKey } from "../stores.ts";

/** The ranges of the price history in days, and the one it opens with (storefront.md section 9). */
export const historyRanges = [7, 30, 90, 365] as const;
export const defaultHistoryRange = 30;

interface Recorded {
  recorded_at: string;
  origin: StoreKey;
  price: number | null;
}

export interface Trend {
  direction: "up" | "down";
  /** One decimal, always above 0. */
  percentage: number;
}

/**
 * How the price moved: the latest record against the earliest of the same store, which is the store filtered by,
 * else the store of the latest record. `null` when that store has one priced record only, or its price did not move
 * (storefront.md section 2, decisions.md section 10). `history` ascending by time.
 */
export function priceTrend(history: readonly Recorded[]): Trend | null {
  const priced = history.filter((record) => record.price !== null);
  const latest = priced.at(-1);
  const earliest = priced.find((record) => record.origin === latest?.origin);
  if (!latest?.price || !earliest?.price) return null;
  const change = ((latest.price - earliest.price) / earliest.price) * 100;
  const percentage = Math.round(Math.abs(change) * 10) / 10;
  return percentage === 0 ? null : { direction: change > 0 ? "up" : "down", percentage };
}
