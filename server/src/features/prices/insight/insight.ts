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

/** With less than this, frequencies and shares are chance, so nothing is said. */
const minDays = 180;
const minSales = 5;

/** A sale is not interrupted by a poll that missed it. */
const maxInterruptionMs = dayMs;

/**
 * Compares the current best price with those of the last two years at stores of the same kind (spec/prices 9): with the
 * past of key shops if the best price is theirs and their history is long enough, else with that of official stores.
 * Times without a price and giveaways are left out. `null` without a current price, or with less than two weeks of
 * prices. `points` are all points of the game up to `now`, ascending; the order of `stores` breaks ties.
 */
export function insightOf(
  points: readonly PricePoint[],
  { stores, currency, now }: { stores: readonly KnownStore[]; currency: string; now: Date },
): Insight | null {
  const [cheapest, other] = readPasts(points, stores, now);
  if (!cheapest || cheapest.days < minScoredDays) return null;
  const past =
    cheapest.kind === "keyshop" && !isLongEnough(cheapest) && other && isLongEnough(other) ? other : cheapest;
  const keys = stores.map(({ key }) => key);
  return {
    kind: past.kind,
    ...(isLongEnough(past) ? statisticsOf(past) : noStatistics),
    confidence: !isLongEnough(past) ? "low" : past.days >= yearDays ? "high" : "medium",
    days: past.days,
    lows: lowsByStore(points, keys).map(({ price, at, store }) => ({
      store,
      price: toAmount(price, currency),
      at: at.toISOString(),
    })),
  };
}

interface KnownStore {
  key: StoreKey;
  kind: string;
}

/** What is known of the prices of one kind of store; marketplaces count as key shops. */
interface Past {
  kind: Insight["kind"];
  current: Period;
  /** Without giveaways. */
  paid: Period[];
  /** The number of days in `paid`. */
  days: number;
  sales: SaleEpisode[];
}

/** The pasts of the kinds that sell the game now, the cheapest one first; official stores are first on a tie. */
function readPasts(points: readonly PricePoint[], stores: readonly KnownStore[], now: Date): Past[] {
  const to = now.getTime();
  const pasts = (["official", "keyshop"] as const).flatMap((kind) => {
    const keys = stores.filter((store) => (store.kind === "official") === (kind === "official")).map(({ key }) => key);
    const periods = bestPrices(points, keys, { from: to - windowDays * dayMs, to });
    const current = periods.at(-1);
    if (current?.to !== to) return [];
    const paid = periods.filter(({ price }) => price > 0);
    return [{ kind, current, paid, days: Math.floor(lengthOf(paid) / dayMs), sales: saleEpisodes(paid) }];
  });
  return pasts.sort((a, b) => a.current.price - b.current.price);
}

const isLongEnough = ({ days, sales }: Past) => days >= minDays && sales.length >= minSales;

type Statistics = Pick<
  Insight,
  "cheaper_share" | "on_sale_share" | "usual_cut" | "sales_per_year" | "usual_sale_days" | "verdict"
>;

const noStatistics: Statistics = {
  cheaper_share: null,
  on_sale_share: null,
  usual_cut: null,
  sales_per_year: null,
  usual_sale_days: null,
  verdict: null,
};

function statisticsOf({ current, paid, days, sales }: Past): Statistics {
  const total = lengthOf(paid);
  const shareOf = (passes: (period: Period) => boolean) => lengthOf(paid.filter(passes)) / total;
  const cheaper = current.price === 0 ? 0 : shareOf(({ price }) => price < current.price);
  const dearer = shareOf(({ price }) => price > current.price);
  const perYear = sales.length / (days / yearDays);
  return {
    cheaper_share: round(cheaper, 3),
    on_sale_share: round(Math.min(1, lengthOf(sales) / total), 3),
    usual_cut: median(sales.map(({ cut }) => cut)),
    sales_per_year: round(perYear, 1),
    usual_sale_days: median(sales.map(({ from, to }) => Math.max(1, Math.round((to - from) / dayMs)))),
    verdict: verdictOf({ cheaper, dearer, perYear, isOnSale: isSale(current), isFree: current.price === 0 }),
  };
}

const lengthOf = (periods: readonly { from: number; to: number }[]) =>
  periods.reduce((sum, { from, to }) => sum + (to - from), 0);

const isSale = ({ price, regular }: Period) => cutOf(price, regular) > 0;

/** Times in ms since 1970. The first and the last one of a window may have begun before or end after it. */
export interface SaleEpisode {
  from: number;
  to: number;
  /** The highest discount, in whole percent. */
  cut: number;
}

/**
 * The times below the regular price, ascending. A changed price, or an interruption of less than a day, does not end
 * one. The one definition of a sale in the past: shares, frequency, length and usual discount are read from it.
 */
export function saleEpisodes(periods: readonly Period[]): SaleEpisode[] {
  const sales: SaleEpisode[] = [];
  for (const { from, to, price, regular } of periods.filter(isSale)) {
    const cut = cutOf(price, regular);
    const last = sales.at(-1);
    if (last && from - last.to < maxInterruptionMs) {
      last.to = to;
      last.cut = Math.max(last.cut, cut);
    } else sales.push({ from, to, cut });
  }
  return sales;
}

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

/** Of an even number of values, the lower one in the middle; `null` without values. */
function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
