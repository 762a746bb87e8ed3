import type { ErrorDetail } from "../core/errors.ts";
import { toMinor } from "../core/money.ts";
import { activatesIn } from "../markets/regions.ts";
import type { StoreKey } from "../stores/store-key.ts";

export const voucherLimits = { code: 60, conditions: 300, games: 500, regions: 100 } as const;

/** Days for which a visitor's vote counts. */
export const voteDays = 30;

/** The conditions of a voucher. Amounts in minor units of `currency`. */
export interface VoucherTerms {
  store: StoreKey;
  /** The only market where it is valid; `null` = all. */
  country: string | null;
  /** Either a share of the price in whole percent, or an amount. */
  percent: number | null;
  amount: number | null;
  /** Of `amount` and `minimum`. */
  currency: string | null;
  /** Empty = the whole store. */
  games: readonly number[];
  excludedGames: readonly number[];
  /** Countries and groups where it is not accepted, nor for keys that activate only there. */
  excludedRegions: readonly string[];
  /** The lowest price for which it is valid. */
  minimum: number | null;
  fullPriceOnly: boolean;
  /** In ms since 1970; `null` = always, or not known. */
  begins: number | null;
  ends: number | null;
}

/** An offer that a voucher may be valid for; money in minor units of `currency`. */
export interface VoucherOffer {
  game: number;
  store: StoreKey;
  country: string;
  currency: string;
  price: number | null;
  regular: number | null;
  /** Countries and groups where the key activates; `null` = not stated. */
  activatesIn: readonly string[] | null;
}

/**
 * What an offer costs with a voucher, in minor units; `null` where it is not certainly accepted. One voucher applies to
 * an offer: they are never added up. A voucher for full prices needs a known regular price.
 */
export function priceWithVoucher(voucher: VoucherTerms, offer: VoucherOffer, now: number): number | null {
  const { price, currency, country } = offer;
  if (price === null || price === 0 || voucher.store !== offer.store) return null;
  if (voucher.country !== null && voucher.country !== country) return null;
  if ((voucher.begins !== null && voucher.begins > now) || (voucher.ends !== null && voucher.ends <= now)) return null;
  if (voucher.games.length > 0 && !voucher.games.includes(offer.game)) return null;
  if (voucher.excludedGames.includes(offer.game)) return null;
  if (isExcluded(voucher.excludedRegions, offer)) return null;
  if (voucher.fullPriceOnly && (offer.regular === null || price < offer.regular)) return null;
  if ((voucher.amount !== null || voucher.minimum !== null) && voucher.currency !== currency) return null;
  if (voucher.minimum !== null && price < voucher.minimum) return null;
  // rounded up: a price that is stated too low is wrong, one that is too high is not
  const reduced =
    voucher.percent !== null ? Math.ceil((price * (100 - voucher.percent)) / 100) : price - voucher.amount!;
  return reduced > 0 && reduced < price ? reduced : null;
}

function isExcluded(regions: readonly string[], { country, activatesIn: places }: VoucherOffer): boolean {
  if (regions.length === 0) return false;
  if (activatesIn(regions, country)) return true;
  return places !== null && places.length > 0 && places.every((place) => regions.includes(place));
}

/** Votes of visitors in the last 30 days. */
interface VoucherVotes {
  works: number;
  fails: number;
}

/** Whether clearly more visitors found that a voucher fails: it is no longer shown. */
export function isRefuted({ works, fails }: VoucherVotes): boolean {
  return fails >= 3 && fails > 2 * works;
}

interface Checked {
  percent: number | null;
  amount: number | null;
  minimum: number | null;
  currency: string | null;
  begins_at: string | null;
  ends_at: string | null;
}

/** The problems between the fields of a voucher; amounts are decimal. */
export function voucherProblems(voucher: Checked): ErrorDetail[] {
  const { percent, amount, minimum, currency, begins_at, ends_at } = voucher;
  const problems: ErrorDetail[] = [];
  if ((percent === null) === (amount === null)) {
    problems.push({ path: "percent", msg: "Expected either a percentage or an amount" });
  }
  for (const [path, value] of Object.entries({ amount, minimum })) {
    if (value === null) continue;
    if (currency === null) problems.push({ path: "currency", msg: "Expected the currency of the amounts" });
    else if (!toMinor(value, currency)) {
      problems.push({ path, msg: "Expected an amount in its currency, such as 9.99" });
    }
  }
  if (begins_at !== null && ends_at !== null && Date.parse(ends_at) <= Date.parse(begins_at)) {
    problems.push({ path: "ends_at", msg: "Ends before it begins" });
  }
  return problems;
}
