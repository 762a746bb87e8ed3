import { toAmount } from "contract/core/money.ts";
import { minScoredDays } from "contract/games/deal-score.ts";
import { cutOf } from "contract/games/rules.ts";
import type { Insight } from "contract/games/schema.ts";
import type { PricePoint } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { bestPrices, type Period } from "./best-price.ts";
import { lowsByStore } from "./store-lows.ts";

const dayMs = 24 * 60 * 60 * 1000;
const yearDays = 365;

const windowDays = 2 * yearDays;

/** Caps the extrapolation of sales per year: in a shorter history, one sale would become a dozen. */
const minYearShare = 90 / yearDays;

/**
 * Compares the current best price with those of the last two years (spec/prices 9). Times without a price and giveaways
 * are left out. `null` without a current price, or with less than two weeks of prices. `points` are all points of the
 * game up to `now`, ascending; the order of `stores` breaks ties.
 */
export function insightOf(
  points: readonly PricePoint[],
  { stores, currency, now }: { stores: readonly StoreKey[]; currency: string; now: Date },
): Insight | null {
  const to = now.getTime();
  const periods = bestPrices(points, stores, { from: to - windowDays * dayMs, to });
  const current = periods.at(-1);
  const paid = periods.filter(({ price }) => price > 0);
  if (current?.to !== to) return null;

  const total = lengthOf(paid);
  const days = Math.floor(total / dayMs);
  if (days < minScoredDays) return null;
  const shareOf = (passes: (period: Period) => boolean) => lengthOf(paid.filter(passes)) / total;
  const cheaper = current.price === 0 ? 0 : shareOf(({ price }) => price < current.price);
  const dearer = shareOf(({ price }) => price > current.price);
  const sales = findSales(paid);
  const perYear = sales.length / Math.max(days / yearDays, minYearShare);
  const isOnSale = isSale(current);
  return {
    cheaper_share: round(cheaper, 3),
    on_sale_share: round(shareOf(isSale), 3),
    usual_cut: median(sales.map(({ cut }) => cut)),
    sales_per_year: round(perYear, 1),
    usual_sale_days: median(
      sales.filter(({ isWhole }) => isWhole).map(({ from, to }) => Math.max(1, Math.round((to - from) / dayMs))),
    ),
    verdict: verdictOf({ cheaper, dearer, perYear, isOnSale, isFree: current.price === 0 }),
    confidence: confidenceOf(days, countChanges(paid)),
    days,
    lows: lowsByStore(points, stores).map(({ price, at, store }) => ({
      store,
      price: toAmount(price, currency),
      at: at.toISOString(),
    })),
  };
}

const lengthOf = (periods: readonly Period[]) => periods.reduce((sum, { from, to }) => sum + (to - from), 0);

const isSale = ({ price, regular }: Period) => cutOf(price, regular) > 0;

interface Sale {
  from: number;
  to: number;
  /** The highest discount, in whole percent. */
  cut: number;
  /** Whether its beginning and its end are known. */
  isWhole: boolean;
}

/** The uninterrupted times below the regular price, even if the price changed meanwhile. */
function findSales(periods: readonly Period[]): Sale[] {
  const sales: Sale[] = [];
  for (const [n, period] of periods.entries()) {
    if (!isSale(period)) continue;
    const cut = cutOf(period.price, period.regular);
    const last = sales.at(-1);
    const isLast = n === periods.length - 1;
    if (last?.to === period.from) {
      last.to = period.to;
      last.cut = Math.max(last.cut, cut);
      last.isWhole &&= !isLast;
    } else sales.push({ from: period.from, to: period.to, cut, isWhole: n > 0 && !isLast });
  }
  return sales;
}

const countChanges = (periods: readonly Period[]) =>
  periods.filter(({ price }, n) => n > 0 && price !== periods[n - 1]!.price).length;

/** The inputs of the verdict: shares of the time, and the number of sales per year. */
interface VerdictInputs {
  cheaper: number;
  dearer: number;
  perYear: number;
  isOnSale: boolean;
  isFree: boolean;
}

function verdictOf({ cheaper, dearer, perYear, isOnSale, isFree }: VerdictInputs): Insight["verdict"] {
  if (isFree || (cheaper <= 0.02 && dearer >= 0.75)) return "great";
  if (cheaper <= 0.1 && dearer >= 0.5) return "good";
  const goesOnSale = perYear >= 1 && !isOnSale;
  return cheaper > 0.5 || (cheaper > 0 && goesOnSale) ? "wait" : "fair";
}

function confidenceOf(days: number, changes: number): Insight["confidence"] {
  if (days >= yearDays && changes >= 4) return "high";
  return days >= yearDays || (days >= 90 && changes >= 2) ? "medium" : "low";
}

/** Of an even number of values, the lower one in the middle; `null` without values. */
function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
