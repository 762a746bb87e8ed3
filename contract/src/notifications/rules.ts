import { isTargetPrice, targetPriceProblem } from "../alerts/rules.ts";
import type { MoneyFormat } from "../core/money.ts";

/** The conditions of rules. `drop`: any lower price; `stock`: for sale again. */
export const ruleKinds = ["target", "discount", "low", "stock", "free", "drop"] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Which stores count: all, those that the user has chosen, or official ones. */
export const ruleScopes = ["all", "mine", "official"] as const;
export type RuleScope = (typeof ruleScopes)[number];

/** What a rule is about: one game, all of the wishlist, or all of another list. */
export const ruleSubjects = ["game", "wishlist", "list"] as const;
export type RuleSubject = (typeof ruleSubjects)[number];

export const maxRules = 200;
export const maxChannelsOfRule = 20;

/** How many days the inbox keeps events. */
export const inboxDays = 90;

/** Whether rules of that kind have a number: a price, or a discount in per cent. */
export const hasValue = (kind: RuleKind) => kind === "target" || kind === "discount";

/** What is wrong with the number of a rule, if anything; a price is in the market's currency. */
export function ruleValueProblem(kind: RuleKind, value: number | null, market: MoneyFormat): string | null {
  if (!hasValue(kind)) return value === null ? null : "This kind of rule has no value";
  if (kind === "target") {
    return value !== null && isTargetPrice(value, market.currency) ? null : targetPriceProblem(market);
  }
  const isPercent = value !== null && Number.isInteger(value) && value >= 1 && value <= 100;
  return isPercent ? null : "Enter a discount from 1 to 100 percent";
}

/** Parses a typed discount: `50`, `50%` or `50 %`; `null` if it is not valid. */
export function parseDiscount(typed: string): number | null {
  const percent = Number(/^(\d{1,3}) ?%?$/.exec(typed.trim())?.[1]);
  return percent >= 1 && percent <= 100 ? percent : null;
}
