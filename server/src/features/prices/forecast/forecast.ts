import type { GameDetail } from "contract/games/schema.ts";
import { forecastDays, type PricePoint } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { bestPrices, type SaleEpisode, saleEpisodes } from "../insight/insight.ts";

const dayMs = 24 * 60 * 60 * 1000;
const weekMs = 7 * dayMs;
const yearMs = 365 * dayMs;

const minSales = 3;
/** The usual discount is the median of the latest sales, because stores deepen their discounts over the years. */
const salesForCut = 3;

/** A game at one store: the observed time and the sales in it, ascending. Times in ms since 1970. */
export interface StorePast {
  from: number;
  to: number;
  sales: readonly SaleEpisode[];
  /** Whether the store sells it at `to`, for money. */
  isSold: boolean;
}

/** Chances in the order of `forecastDays`, from 0 to 1. */
export type Chances = readonly [number, number, number];

export interface SaleForecast {
  within: Chances;
  /** In whole percent. */
  usualCut: number;
  /** The number of sales known. */
  basedOn: number;
}

/**
 * How often a sale began within 30, 60 and 90 days, by the number of sales in the year before (0–1, 2–3, 4–6, 7–10, 11
 * or more), and for each by the time since the last one: less than 90 days, or more. The shares are those of 633 games
 * at GOG from July 2022 to December 2024, drawn towards the average as if by 200 further cases.
 */
export const chances: readonly (readonly [recent: Chances, long: Chances])[] = [
  [
    [0.57, 0.76, 0.83],
    [0.11, 0.16, 0.19],
  ],
  [
    [0.44, 0.63, 0.74],
    [0.28, 0.45, 0.57],
  ],
  [
    [0.54, 0.77, 0.87],
    [0.39, 0.55, 0.61],
  ],
  [
    [0.73, 0.92, 0.97],
    [0.42, 0.62, 0.72],
  ],
  [
    [0.87, 0.98, 0.99],
    [0.68, 0.84, 0.89],
  ],
];
/** The shares in all groups together: what a constant guess would state. */
export const averageChances: Chances = [0.68, 0.84, 0.89];

/** The numbers of sales with which the groups after the first begin. */
const groupsFrom = [2, 4, 7, 11];
const longPauseMs = 90 * dayMs;

/** Chances are stated in these steps: the past does not support finer ones. */
const statedChances = [0.2, 0.5, 0.7, 0.9, 0.95] as const;

/** How much of a store's seasonal lift applies. */
const lifted = 0.4;

const logit = (chance: number) => Math.log(chance / (1 - chance));
const logistic = (value: number) => 1 / (1 + Math.exp(-value));

/** The group of a past for which `chances` holds shares, or null if too little is known or a sale is under way. */
export function groupOf({ from, sales, isSold }: StorePast, now: number): [frequency: number, pause: 0 | 1] | null {
  const last = sales.at(-1);
  if (!isSold || !last || sales.length < minSales || now - from < yearMs || last.to >= now) return null;
  const lastYear = sales.filter((sale) => sale.from >= now - yearMs).length;
  return [groupsFrom.filter((first) => lastYear >= first).length, now - last.to < longPauseMs ? 0 : 1];
}

/**
 * The chances of a next sale at a store, and its usual discount. `null` with fewer than three sales or less than a year
 * of history, and during a sale. `past` ends at `now`; without a calendar, no season is known.
 */
export function forecastSale(past: StorePast, calendar: SaleCalendar | null, now: number): SaleForecast | null {
  const group = groupOf(past, now);
  if (!group) return null;
  const [frequency, pause] = group;
  const lifts = calendar?.[weekOf(now)] ?? noLifts;
  const within = chances[frequency]![pause].map((chance, n) =>
    stated(logistic(logit(chance) + lifted * lifts[n as 0 | 1 | 2])),
  );
  return {
    // a longer time never has a lower chance
    within: [within[0]!, Math.max(...within.slice(0, 2)), Math.max(...within)],
    usualCut: median(past.sales.slice(-salesForCut).map(({ cut }) => cut)),
    basedOn: past.sales.length,
  };
}

function stated(chance: number): number {
  return statedChances.reduce((nearest, step) =>
    Math.abs(step - chance) < Math.abs(nearest - chance) ? step : nearest,
  );
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;

/**
 * What a game's page says about its next sale: the forecast for the store where a sale is most likely first. `null`
 * during a sale or giveaway at any of the stores, which are official and in the order that breaks ties.
 */
export function nextSaleOf(
  points: readonly PricePoint[],
  stores: readonly StoreKey[],
  calendars: ReadonlyMap<StoreKey, SaleCalendar>,
  now: Date,
): GameDetail["next_sale"] {
  const time = now.getTime();
  let best: { store: StoreKey; forecast: SaleForecast } | null = null;
  for (const store of stores) {
    const past = storePast(points, store, time);
    // also while it is given away
    if (past?.to === time && (!past.isSold || past.sales.at(-1)?.to === time)) return null;
    const forecast = past && forecastSale(past, calendars.get(store) ?? null, time);
    if (forecast && (!best || isSooner(forecast, best.forecast))) best = { store, forecast };
  }
  if (!best) return null;
  const { within, usualCut, basedOn } = best.forecast;
  return {
    store: best.store,
    within_30_days: within[0],
    within_60_days: within[1],
    within_90_days: within[2],
    usual_cut: usualCut,
    based_on: basedOn,
  };
}

function isSooner(a: SaleForecast, b: SaleForecast): boolean {
  const n = forecastDays.findIndex((_, at) => a.within[at as 0] !== b.within[at as 0]);
  return n < 0 ? a.usualCut > b.usualCut : a.within[n as 0] > b.within[n as 0];
}

/**
 * The past of a game at a store up to `to`; giveaways are no sales. `points` are those of the game, ascending. `null`
 * if the store never sold it.
 */
export function storePast(points: readonly PricePoint[], store: StoreKey, to: number): StorePast | null {
  const periods = bestPrices(points, [store], { from: 0, to });
  const last = periods.at(-1);
  if (!last) return null;
  const isSold = last.to === to && last.price > 0;
  return { from: periods[0]!.from, to: last.to, sales: saleEpisodes(periods.filter(({ price }) => price > 0)), isSold };
}

const weeks = 52;

/**
 * How the chances at a store differ from its average in each of 52 weeks, in logits; week 0 is that of 1 January 1970,
 * and a year has 364 days.
 */
export type SaleCalendar = readonly Chances[];

const noLifts: Chances = [0, 0, 0];
const weekOf = (time: number) => Math.floor(time / weekMs) % weeks;

/** Fewer games at full price in a week say nothing about the season. */
const minGames = 30;
const gamesAtAverage = 20;

/**
 * Learns a store's calendar from the pasts of all its games up to `until`: for each week of the last two years, the
 * share of games at full price whose next sale began in time.
 */
export function learnCalendar(until: number): { add(past: StorePast): void; lifts(): SaleCalendar } {
  const first = Math.floor(until / weekMs) - 2 * weeks;
  const games = Array.from({ length: weeks }, () => [0, 0, 0]);
  const onSale = Array.from({ length: weeks }, () => [0, 0, 0]);
  return {
    add({ from, to, sales }) {
      let next = 0;
      for (let week = first; week < first + 2 * weeks; week++) {
        const time = week * weekMs;
        while (next < sales.length && sales[next]!.from <= time) next++;
        const last = sales[next - 1];
        if (time < from || !last || last.to > time) continue;
        for (const [n, days] of forecastDays.entries()) {
          if (time + days * dayMs > Math.min(to, until)) continue;
          games[week % weeks]![n]!++;
          if (next < sales.length && sales[next]!.from <= time + days * dayMs) onSale[week % weeks]![n]!++;
        }
      }
    },
    lifts() {
      const sum = (counts: number[][], n: number) => counts.reduce((total, week) => total + week[n]!, 0);
      return games.map((counts, week) => {
        const [a, b, c] = counts.map((count, n) => {
          const average = sum(onSale, n) / sum(games, n);
          // everything or nothing on sale is no pattern
          if (count < minGames || average === 0 || average === 1) return 0;
          return logit((onSale[week]![n]! + gamesAtAverage * average) / (count + gamesAtAverage)) - logit(average);
        });
        return [a!, b!, c!] as const;
      });
    },
  };
}
