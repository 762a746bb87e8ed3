import { decimalsOf } from "../core/currencies.ts";
import type { ErrorDetail } from "../core/errors.ts";
import { toMinor } from "../core/money.ts";
import { activatesIn } from "../markets/regions.ts";

/**
 * `tiers`: each price brings more items; `choose-n`: a fixed list to choose from; `build-your-own`: the price depends
 * on how many are chosen; `membership-month`: what members of a service get in a month.
 */
export const bundleKinds = ["tiers", "choose-n", "build-your-own", "membership-month"] as const;
export type BundleKind = (typeof bundleKinds)[number];

/** Only games and DLC are matched with the catalogue. */
export const bundleItemKinds = ["game", "dlc", "coupon", "book", "other"] as const;
export type BundleItemKind = (typeof bundleItemKinds)[number];

export const bundleLimits = {
  ...{ title: 300, address: 2_000, id: 200 },
  ...{ tiers: 30, items: 500, games: 10_000, countries: 250 },
} as const;

/** An amount in a currency. Amounts are of any one unit: decimal in the API, minor units on the server. */
export interface BundlePrice {
  amount: number;
  currency: string;
}

/** A price and what it brings. */
export interface BundleTier {
  /** `null` = not known. */
  price: BundlePrice | null;
  /** Prices of countries that differ from `price`, by country. */
  prices: Readonly<Record<string, BundlePrice>>;
  /** Whether it brings the items of the tiers before it too. */
  cumulative: boolean;
  /** Whether it is bought on top of another tier. */
  addon: boolean;
  /** How many items can be chosen; `null` = all of them, or not known where the kind is about choosing. */
  choose: number | null;
}

interface Sold {
  kind: BundleKind;
  tiers: readonly BundleTier[];
  items: readonly { kind: BundleItemKind; tier: number | null }[];
  complete: boolean;
  /** How many games it has according to the store. */
  games: number | null;
}

/** A bundle that is on sale from a time to another, in milliseconds since 1970, with its games. */
export interface SoldBundle {
  id: number;
  /** The ids of its games and DLC in the catalogue. */
  contains: readonly number[];
  /** How many games it has; `null` = not known. */
  games: number | null;
  /** Amounts in minor units. */
  tiers: readonly BundleTier[];
  /** Empty = everywhere. */
  countries: readonly string[];
  from: number;
  until: number;
  /** `null` = not known. */
  endsAt: number | null;
}

/** Whether the bundle is on sale in a country at a time. */
export function isSoldBundle({ countries, from, until }: SoldBundle, country: string, now: number): boolean {
  return from <= now && now < until && (countries.length === 0 || countries.includes(country));
}

/** A tier's price in a country; `null` = not known. */
export function priceOfTier(tier: Pick<BundleTier, "price" | "prices">, country: string): BundlePrice | null {
  return tier.prices[country] ?? tier.price;
}

/** The lowest known price in a country at which anything is sold; `null` if a price is not known, or in doubt. */
export function fromPrice(tiers: readonly BundleTier[], country: string): BundlePrice | null {
  const prices = tiers.filter(({ addon }) => !addon).map((tier) => priceOfTier(tier, country));
  const [first] = prices;
  if (!first || prices.some((price) => price === null || price.currency !== first.currency)) return null;
  return prices.reduce((low, price) => (price!.amount < low!.amount ? price : low))!;
}

/** The number of games in a bundle: those listed if the list is complete, else what the store says; `null` = unknown. */
export function countGames({ complete, games }: Pick<Sold, "complete" | "games">, listed: number): number | null {
  return complete ? listed : games;
}

/** The places (from 0) of the items that a tier brings. */
export function itemsOfTier({ tiers, items }: Pick<Sold, "tiers" | "items">, place: number): number[] {
  const own = tiers[place]!;
  return items.flatMap(({ tier }, n) => {
    const of = (tier ?? 1) - 1;
    const isIncluded = of === place || (own.cumulative && !own.addon && of < place && !tiers[of]?.addon);
    return isIncluded ? [n] : [];
  });
}

/** What games cost by themselves today. */
export interface SinglePrice {
  /** `null` = not sold, or unknown. */
  price: number | null;
  currency: string;
}

/**
 * What a bundle's dearest tier saves against buying its games one by one today. `null` unless the list is complete,
 * nothing is left to choose, and all prices are known and of one currency. Coupons, books and other items do not count.
 */
export function bundleSaving(
  bundle: Sold,
  singles: readonly (SinglePrice | null)[],
  country: string,
): { tier: number; price: BundlePrice; separately: number; saving: number } | null {
  if (!bundle.complete || bundle.kind === "build-your-own" || bundle.kind === "choose-n") return null;
  const place = bundle.tiers.findLastIndex(({ addon }) => !addon);
  const tier = bundle.tiers[place];
  if (!tier || tier.choose !== null) return null;
  const price = priceOfTier(tier, country);
  const places = itemsOfTier(bundle, place).filter((n) => isGameKind(bundle.items[n]!.kind));
  if (!price || places.length === 0) return null;
  let separately = 0;
  for (const n of places) {
    const single = singles[n];
    if (!single || single.price === null || single.currency !== price.currency) return null;
    separately += single.price;
  }
  const scale = 10 ** decimalsOf(price.currency);
  const round = (amount: number) => Math.round(amount * scale) / scale;
  const saving = round(separately - price.amount);
  return saving > 0 ? { tier: place + 1, price, separately: round(separately), saving } : null;
}

interface WantedBundle extends Pick<Sold, "kind" | "tiers"> {
  items: readonly { kind: BundleItemKind; tier: number | null; game: number | null }[];
}

/** The cheapest tier that brings enough wanted games for less than they cost, how many, and what they cost. */
interface WantedTier {
  price: BundlePrice;
  games: number;
  separately: number;
}

/**
 * Where a bundle costs less than at least `least` wanted games that it brings. Only games with a known price (`wanted`,
 * by id, in the currency and the unit of the tiers) count, and tiers with a known price in that currency. Where games
 * are chosen, the dearest ones are; an item of an unknown tier is in none of several.
 */
export function findWantedTier(
  bundle: WantedBundle,
  wanted: ReadonlyMap<number, number>,
  { country, currency, least }: { country: string; currency: string; least: number },
): WantedTier | null {
  const { kind, tiers, items } = bundle;
  const isChosen = kind === "choose-n" || kind === "build-your-own";
  const hasSeveral = tiers.filter(({ addon }) => !addon).length > 1;
  let found: WantedTier | null = null;
  for (const [place, { addon, choose }] of tiers.entries()) {
    const price = priceOfTier(tiers[place]!, country);
    if (addon || !price || price.currency !== currency || (isChosen && choose === null)) continue;
    const offered = choose === null ? itemsOfTier(bundle, place) : itemsToChoose(bundle, place);
    const games = new Set(
      offered.flatMap((n) => {
        const { kind: of, tier, game } = items[n]!;
        const isCertain = tier !== null || choose !== null || !hasSeveral;
        return isGameKind(of) && isCertain && game !== null && wanted.has(game) ? [game] : [];
      }),
    );
    const prices = [...games].map((game) => wanted.get(game)!).sort((a, b) => b - a);
    const brought = prices.slice(0, choose ?? prices.length);
    const separately = brought.reduce((sum, one) => sum + one, 0);
    const isHit = brought.length >= least && price.amount < separately;
    if (isHit && (!found || price.amount < found.price.amount)) found = { price, games: brought.length, separately };
  }
  return found;
}

/** What can be chosen at a tier: everything that no other tier brings by itself. */
function itemsToChoose(bundle: Pick<Sold, "tiers" | "items">, place: number): number[] {
  const own = new Set(itemsOfTier(bundle, place));
  return bundle.items.flatMap(({ tier }, n) => (own.has(n) || tier === null ? [n] : []));
}

/** Whether items of a kind are games of the catalogue. */
export function isGameKind(kind: BundleItemKind): boolean {
  return kind === "game" || kind === "dlc";
}

/** Whether an item activates in a country; not stated = it does. */
export function worksIn({ activates_in }: { activates_in: readonly string[] | null }, country: string): boolean {
  return activatesIn(activates_in, country);
}

export const bundleTexts = {
  title: "Title is required",
  address: "Expected an http or https address",
  ends: "Ends before it begins",
  tier: "There is no such tier",
  amount: "Expected an amount in its currency, such as 9.99",
  order: "Costs less than the tier before it",
  choose: "More than there are items",
} as const;

interface Checked extends Omit<Sold, "complete" | "games"> {
  begins_at: string | null;
  ends_at: string | null;
}

/** The problems between the fields of a bundle, which no field shows by itself; amounts are decimal. */
export function bundleProblems({ begins_at, ends_at, kind, tiers, items }: Checked): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  if (begins_at && ends_at && Date.parse(ends_at) <= Date.parse(begins_at)) {
    problems.push({ path: "ends_at", msg: bundleTexts.ends });
  }
  let last: BundlePrice | null = null;
  for (const [n, tier] of tiers.entries()) {
    const { price } = tier;
    const all: [string, BundlePrice | null][] = [["price", price]];
    for (const [country, one] of Object.entries(tier.prices)) all.push([`prices.${country}`, one]);
    for (const [path, one] of all) {
      if (one && !isAmount(one)) problems.push({ path: `tiers.${n}.${path}.amount`, msg: bundleTexts.amount });
    }
    if (tier.addon) continue;
    const isLess = tier.cumulative && price && last && price.currency === last.currency && price.amount < last.amount;
    if (isLess && kind === "tiers") problems.push({ path: `tiers.${n}.price.amount`, msg: bundleTexts.order });
    if (tier.choose !== null && items.length > 0 && tier.choose > items.length) {
      problems.push({ path: `tiers.${n}.choose`, msg: bundleTexts.choose });
    }
    last = price;
  }
  for (const [n, { tier }] of items.entries()) {
    if (tier !== null && tier > tiers.length) problems.push({ path: `items.${n}.tier`, msg: bundleTexts.tier });
  }
  return problems;
}

const isAmount = ({ amount, currency }: BundlePrice) => amount > 0 && toMinor(amount, currency) !== null;
