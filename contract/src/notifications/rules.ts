import { decimalsOf, highestPriceIn } from "../core/currencies.ts";
import { formatPrice, type MoneyFormat, toAmount, toMinor, usDollar, usDollars } from "../core/money.ts";

/** The conditions about prices. `drop`: any lower price; `stock`: for sale again. */
export const priceKinds = ["target", "discount", "low", "stock", "free", "drop"] as const;
/** A game joins one of the user's subscription plans, or is about to leave the last one that has it. */
export const planKinds = ["joins", "leaves"] as const;
/**
 * The conditions of rules. `match`: a saved search finds a game that it did not find before; `bundle`: a bundle has at
 * least so many games that the user wants, and costs less than they do.
 */
export const ruleKinds = [...priceKinds, ...planKinds, "match", "bundle"] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Which stores count: all, those that the user has chosen, or official ones. */
export const ruleScopes = ["all", "mine", "official"] as const;
export type RuleScope = (typeof ruleScopes)[number];

/** What a rule is about: one game, all of the wishlist, all of another list, what a saved search finds, or bundles. */
export const ruleSubjects = ["game", "wishlist", "list", "search", "bundles"] as const;
export type RuleSubject = (typeof ruleSubjects)[number];

export const maxRules = 200;
export const maxChannelsOfRule = 20;
export const maxSearchName = 200;
/** How many wanted games a rule about bundles can ask for. */
const maxWantedGames = 100;

/** How many days the inbox keeps events. */
export const inboxDays = 90;

/** Whether rules of that kind are about subscriptions, which have neither stores nor prices. */
export const isPlanKind = (kind: RuleKind): kind is (typeof planKinds)[number] => kind === "joins" || kind === "leaves";

/** Whether rules of that kind are about the prices of stores that the user can choose. */
export const hasStores = (kind: RuleKind) => !isPlanKind(kind) && kind !== "bundle";

/** Whether rules of that kind have a number: a price, a discount in per cent, or a number of games. */
export const hasValue = (kind: RuleKind) => kind === "target" || kind === "discount" || kind === "bundle";

/** Whether a rule is what visitors call a price alert. */
export const isPriceAlert = ({ kind, subject }: { kind: RuleKind; subject: { type: RuleSubject } }) =>
  subject.type === "game" && (kind === "target" || kind === "drop");

/** What is wrong with the number of a rule, if anything; a price is in the market's currency. */
export function ruleValueProblem(kind: RuleKind, value: number | null, market: MoneyFormat): string | null {
  if (!hasValue(kind)) return value === null ? null : "This kind of rule has no value";
  if (kind === "target") {
    return value !== null && isTargetPrice(value, market.currency) ? null : targetPriceProblem(market);
  }
  if (kind === "bundle") {
    const isCount = value !== null && Number.isInteger(value) && value >= 1 && value <= maxWantedGames;
    return isCount ? null : `Enter a number of games from 1 to ${maxWantedGames}`;
  }
  const isPercent = value !== null && Number.isInteger(value) && value >= 1 && value <= 100;
  return isPercent ? null : "Enter a discount from 1 to 100 percent";
}

/** Parses a typed discount: `50`, `50%` or `50 %`; `null` if it is not valid. */
export function parseDiscount(typed: string): number | null {
  const percent = Number(/^(\d{1,3}) ?%?$/.exec(typed.trim())?.[1]);
  return percent >= 1 && percent <= 100 ? percent : null;
}

/** Parses a typed number of games; `null` if it is not valid. */
export function parseGameCount(typed: string): number | null {
  const count = Number(/^\d{1,3}$/.exec(typed.trim())?.[0]);
  return count >= 1 && count <= maxWantedGames ? count : null;
}

/** The message for an invalid target price. */
export function targetPriceProblem(format: MoneyFormat = usDollars): string {
  const decimals = decimalsOf(format.currency);
  const [min, max] = [1, highestPriceIn(format.currency)].map((minor) => toAmount(minor, format.currency));
  const maxPrice = formatPrice(max, format).replace(/[.,]0+(?=\D*$)/, "");
  const decimalsText = ["without decimals", "with one decimal", "with two decimals", "with three decimals"][decimals];
  return format.currency === usDollar
    ? "Enter a price from $0.01 to $10,000, with two decimals"
    : `Enter a price from ${formatPrice(min, format)} to ${maxPrice}, ${decimalsText}`;
}

/** Whether a rule can have this target price. */
export function isTargetPrice(amount: number, currency = usDollar): boolean {
  return toMinor(amount, currency) !== null && amount > 0;
}

/** Parses a typed target price: `9.99`, `$9.99` or `9,99`; `null` if it is not valid. */
export function parseTargetPrice(typed: string, currency = usDollar): number | null {
  const digits = /^\p{Sc}?\s*(\d{1,10}(?:[.,]\d{1,3})?)\s*\p{Sc}?$/u.exec(typed.trim())?.[1];
  const amount = Number(digits?.replace(",", "."));
  // "1,000" does not mean one dollar
  const decimals = digits?.split(/[.,]/)[1]?.length ?? 0;
  return digits !== undefined && decimals <= decimalsOf(currency) && isTargetPrice(amount, currency) ? amount : null;
}
