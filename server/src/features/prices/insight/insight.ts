import { toAmount } from "contract/core/money.ts";
import { minScoredDays } from "contract/games/deal-score.ts";
import { cutOf } from "contract/games/rules.ts";
import type { Insight } from "contract/games/schema.ts";
import type { PricePoint } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

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

/** A smaller discount, in whole percent, is rounding or an exchange rate that changed between two prices. */
const minSaleCut = 5;

const isSale = ({ price, regular }: Period) => cutOf(price, regular) >= minSaleCut;

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

interface StoreLow {
  store: StoreKey;
  price: number;
  /** When the latest period at that price began. */
  at: Date;
}

/**
 * The lowest price above 0 of each store, cheapest first; equal ones in the order of `stores`. `points` ascend by time.
 */
function lowsByStore(points: readonly PricePoint[], stores: readonly StoreKey[]): StoreLow[] {
  const lows = new Map<StoreKey, StoreLow>();
  const before = new Map<StoreKey, number | null>();
  for (const { store, price, at } of points) {
    const low = lows.get(store);
    // a changed regular price alone does not begin a period
    const begins = before.get(store) !== price;
    before.set(store, price);
    if (price === null || price === 0 || !begins) continue;
    if (!low || price <= low.price) lows.set(store, { store, price, at });
  }
  return stores.flatMap((store) => lows.get(store) ?? []).sort((a, b) => a.price - b.price);
}

const windowMs = 30 * 24 * 60 * 60 * 1000;

export interface LowestBefore {
  price: number;
  store: StoreKey;
}

/**
 * The lowest price above 0 of official stores in the 30 days before the current best price of the shown stores began
 * (spec/prices 5.4), as announced reductions in the EU must state it; `null` if there was none. `points` are all points
 * of the game up to `now`, ascending; the order of the stores breaks ties.
 */
export function lowestBefore(
  points: readonly PricePoint[],
  { shown, official, now }: { shown: readonly StoreKey[]; official: readonly StoreKey[]; now: Date },
): LowestBefore | null {
  const begin = beginningOf(points, shown, now.getTime());
  if (begin === null) return null;
  let lowest: LowestBefore | null = null;
  for (const store of official) {
    for (const { price } of bestPrices(points, [store], { from: begin - windowMs, to: begin })) {
      if (price > 0 && (lowest === null || price < lowest.price)) lowest = { price, store };
    }
  }
  return lowest;
}

/** When the current best price began, in ms since 1970; `null` = the game is not sold. */
function beginningOf(points: readonly PricePoint[], stores: readonly StoreKey[], now: number): number | null {
  const periods = bestPrices(points, stores, { from: 0, to: now });
  const current = periods.at(-1);
  if (current?.to !== now) return null;
  let begin = current.from;
  for (const period of periods.toReversed()) {
    if (period.to < begin || period.price !== current.price) break;
    begin = period.from;
  }
  return begin;
}

/** A time range with a constant best price of a game. Times in ms since 1970, money in minor units. */
export interface Period {
  from: number;
  to: number;
  price: number;
  /** The regular price of that store; `null` = not stated. */
  regular: number | null;
}

/**
 * The best price of a game over a window, as consecutive periods, with gaps while it was not sold. Of equal prices the
 * first store's counts. `points` ascend by time; the order of `stores` breaks ties.
 */
export function bestPrices(
  points: readonly PricePoint[],
  stores: readonly StoreKey[],
  { from, to }: { from: number; to: number },
): Period[] {
  const current = new Map<StoreKey, PricePoint>();
  const periods: Period[] = [];
  for (const [n, point] of points.entries()) {
    if (stores.includes(point.store)) current.set(point.store, point);
    const begin = Math.max(point.at.getTime(), from);
    const end = Math.min(points[n + 1]?.at.getTime() ?? to, to);
    // empty if the next point has the same time, or is before the window
    if (end > begin) extend(periods, begin, end, bestOf(current, stores));
  }
  return periods;
}

function bestOf(current: ReadonlyMap<StoreKey, PricePoint>, stores: readonly StoreKey[]): PricePoint | null {
  let best: PricePoint | null = null;
  for (const store of stores) {
    const point = current.get(store);
    if (!point || point.price === null) continue;
    if (best === null || point.price < best.price!) best = point;
  }
  return best;
}

function extend(periods: Period[], from: number, to: number, best: PricePoint | null): void {
  if (best === null || best.price === null) return;
  const last = periods.at(-1);
  const { price, regular } = best;
  if (last && last.to === from && last.price === price && last.regular === regular) last.to = to;
  else periods.push({ from, to, price, regular });
}
