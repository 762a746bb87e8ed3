import type { StoreKey } from "contract/stores/store-key.ts";
import { type Random, randomFrom, wholeBetween } from "../../platform/process/random.ts";
import type { PastOffer, PastStep } from "./history/commands-backfill.ts";

/** A store's offer of a sample game in a market: its usual price and current stock. */
export interface SampleListing {
  country: string;
  currency: string;
  store: StoreKey;
  /** In minor units of the currency. */
  typicalMinor: number;
  inStock: boolean | null;
  link: string | null;
}

const day = 86_400_000;

/** The big sales of a year: month and day of their beginning, and their length in days. */
const sales = [
  { month: 3, date: 14, days: 7 },
  { month: 6, date: 26, days: 14 },
  { month: 11, date: 25, days: 7 },
  { month: 12, date: 19, days: 14 },
];

/** The hour (UTC) at which a store changes its prices. */
const changeHour: Record<StoreKey, number> = { steam: 18, gog: 14, cdkeys: 9, other: 16 };
const otherChangeHour = 12;

const keyShops: ReadonlySet<StoreKey> = new Set(["cdkeys", "instantgaming", "kinguin"]);

/**
 * Plausible prices of one sample game over the days before `now`: sales, deals, giveaways, price increases, a late
 * start; key shops' prices drift from week to week. Deterministic by seed.
 */
export function generateBackfill(
  seed: number,
  listings: readonly SampleListing[],
  now: Date,
  days: number,
): PastOffer[] {
  const random = randomFrom(seed);
  const today = Math.floor(now.getTime() / day);
  const salesByDate = findSales(today - days, today);
  const steam = listings.find((listing) => listing.store === "steam")?.typicalMinor ?? null;
  const rise = random() < 0.12 ? { day: wholeBetween(random, 30, days - 30), from: 0.75 + random() * 0.15 } : null;
  return listings.map((listing) => {
    const { country, store, currency, typicalMinor, inStock, link } = listing;
    const firstDay = store !== "steam" && random() < 0.15 ? wholeBetween(random, 20, days - 60) : 0;
    const regularOn = (index: number) =>
      rise && index < rise.day ? endingIn9(typicalMinor * rise.from) : typicalMinor;
    const priceOn =
      typicalMinor === 0
        ? () => ({ priceMinor: 0, regularMinor: 0 })
        : keyShops.has(store)
          ? keyShopPrices(random, typicalMinor, steam)
          : officialPrices(random, regularOn, salesByDate, store !== "steam");

    const changeTime = (changeHour[store] ?? otherChangeHour) * 3_600_000;
    const steps: PastStep[] = [];
    let before: PastStep | undefined;
    for (let index = firstDay; index <= days; index += 1) {
      const date = today + index - days;
      const at = date * day + changeTime;
      if (at > now.getTime()) break;
      const { priceMinor, regularMinor } = priceOn(index, date);
      if (before?.priceMinor !== priceMinor || before.regularMinor !== regularMinor) {
        before = { at: new Date(at), priceMinor, regularMinor };
        steps.push(before);
      }
    }
    return { country, store, currency, inStock, link, steps };
  });
}

/** By the index of the day, and by its date in days since 1970: a sample has two million days of prices. */
type PriceOn = (index: number, date: number) => { priceMinor: number; regularMinor: number | null };

/** The full price, except in sales, in deals of a weekend or a week, and in rare giveaways of a week. */
function officialPrices(
  random: Random,
  regularOn: (index: number) => number,
  salesByDate: ReadonlyMap<number, number>,
  mayGiveAway: boolean,
): PriceOn {
  let off = { percent: 0, until: -1 };
  const giveaway = mayGiveAway && random() < 0.03 ? wholeBetween(random, 20, 390) : -1;
  return (index, date) => {
    const regularMinor = regularOn(index);
    if (giveaway >= 0 && index >= giveaway && index < giveaway + 7) return { priceMinor: 0, regularMinor };
    if (index > off.until) off = { percent: 0, until: -1 };
    if (off.percent === 0) {
      const saleDays = salesByDate.get(date);
      const length = saleDays && random() < 0.8 ? saleDays : dealLength(random, date);
      if (length > 0) off = { percent: wholeBetween(random, 2, 15) * 5, until: index + length - 1 };
    }
    return { priceMinor: Math.floor((regularMinor * (100 - off.percent)) / 100), regularMinor };
  };
}

/** The length of a deal that begins on that day: a week from Monday, a long weekend from Thursday, mostly 0. */
function dealLength(random: Random, date: number): number {
  const chance = random();
  if (weekdayOf(date) === 1) return chance < 0.1 ? 7 : 0;
  if (weekdayOf(date) === 4) return chance < 0.09 ? 4 : 0;
  return 0;
}

/** From 0 for Sunday; the first day of 1970 was a Thursday. */
const weekdayOf = (date: number) => (date + 4) % 7;

/** The lengths of the big sales between two dates, by the date on which they begin. */
function findSales(first: number, last: number): Map<number, number> {
  const found = new Map<number, number>();
  const yearOf = (date: number) => new Date(date * day).getUTCFullYear();
  for (let year = yearOf(first); year <= yearOf(last); year += 1) {
    for (const { month, date, days } of sales) found.set(Date.UTC(year, month - 1, date) / day, days);
  }
  return found;
}

/** A key shop has the official price as its regular one, and changes its own slightly once a week. */
function keyShopPrices(random: Random, typicalMinor: number, officialMinor: number | null): PriceOn {
  const weekday = wholeBetween(random, 0, 6);
  let factor = 0.95 + random() * 0.15;
  return (_, date) => {
    if (weekdayOf(date) === weekday && random() < 0.6) {
      factor = Math.min(1.12, Math.max(0.78, factor + (random() - 0.5) * 0.12));
    }
    const priceMinor = endingIn9(typicalMinor * factor);
    return { priceMinor, regularMinor: officialMinor !== null && officialMinor >= priceMinor ? officialMinor : null };
  };
}

function endingIn9(minor: number): number {
  return Math.max(9, Math.round(minor / 10) * 10 - 1);
}
