import { unitsPerDollarIn } from "../core/currencies.ts";
import { toAmount } from "../core/money.ts";

/** Identifies a service or a plan: lower-case letters, digits and hyphens, at most 40. */
export const planKeyPattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

export const subscriptionLimits = { name: 80, plans: 40, includes: 20 } as const;

export const subscriptionTexts = {
  key: "Expected a key: lower-case letters, digits and hyphens",
  name: "Name is required",
  order: "It ends before it begins",
  leavingOrder: "It leaves before it joins",
  country: "Expected a country, such as GB",
} as const;

const dayMs = 86_400_000;

/** The day that many days later, as YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Days, YYYY-MM-DD; what is not known or not stated is missing. */
interface StatedPeriod {
  since?: string | null | undefined;
  until?: string | null | undefined;
  leaving_on?: string | null | undefined;
}

/** The fields of a membership that contradict its first day. */
export function periodProblems({ since, until, leaving_on }: StatedPeriod): { path: string; msg: string }[] {
  if (!since) return [];
  return [
    ...(until && until < since ? [{ path: "until", msg: subscriptionTexts.order }] : []),
    ...(leaving_on && leaving_on < since ? [{ path: "leaving_on", msg: subscriptionTexts.leavingOrder }] : []),
  ];
}

/** From this many ended memberships of a plan on, how long games stay is known. */
export const minEndedStays = 20;

interface Stay {
  since: string | null;
  until: string | null;
  leaving_on: string | null;
}

/**
 * When a game probably leaves: after the median stay of the plan's games. `null` once its end is stated, while the
 * median or its first day is not known, and when it has already stayed longer.
 */
export function likelyUntil({ since, until, leaving_on }: Stay, median: number | null, today: string): string | null {
  if (since === null || until !== null || leaving_on !== null || median === null) return null;
  const day = addDays(since, median);
  return day > today ? day : null;
}

export interface StatedPrice {
  currency: string;
  minor: number;
}

/** The prices of plans change by less than this: below is usually a month's share of a yearly price. */
const lowestShare = 0.4;
const highestShare = 2.5;
/** No plan costs this much a month. Other currencies are converted roughly (`unitsPerDollarIn`). */
const highestDollars = 1_500;

/** Why a plan's new price in a country is not taken over without a person, or `null`. */
export function planPriceProblem(next: StatedPrice, before: StatedPrice | null): string | null {
  if (next.minor <= 0) return "A price of 0 is what subscribers pay extra, not the price of the plan";
  const amount = toAmount(next.minor, next.currency) ?? 0;
  if (amount > unitsPerDollarIn(next.currency) * highestDollars) {
    return `${amount} ${next.currency} is too much for a month`;
  }
  if (before === null) return null;
  if (next.currency !== before.currency) {
    return next.minor === before.minor
      ? `The currency changed from ${before.currency} to ${next.currency}, but the number did not`
      : null;
  }
  const share = next.minor / before.minor;
  if (share < lowestShare) return `The price fell by ${Math.round((1 - share) * 100)}%`;
  if (share > highestShare) return `The price rose to ${share.toFixed(1)} times what it was`;
  return null;
}

export const membershipStates = ["current", "upcoming", "ended"] as const;
