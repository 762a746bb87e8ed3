import { decimalsOf, highestPriceIn } from "contract/core/currencies.ts";
import { toAmount, toMinor, usDollar } from "contract/core/money.ts";
import { z } from "zod";

/** The maximum of a column of type integer. */
export const largestInteger = 2_147_483_647;

/** A rejected value for a message, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** A schema's message about a missing or wrong value. */
export const isNot = (what: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? "is missing" : `${shown(issue.input)} is not ${what}`;

/** Parses decimal amounts to integers of minor units. */
export function amountIn(currency: string) {
  const highest = toAmount(highestPriceIn(currency), currency);
  const what = currency === usDollar ? "US dollars" : currency;
  return z.number({ error: isNot(`an amount of ${what} such as 9.99`) }).transform((amount, context) => {
    const minor = toMinor(amount, currency);
    if (minor !== null) return minor;
    context.addIssue(
      `${amount} is not a price: it must be from 0 to ${highest} with at most ${decimalsOf(currency)} decimals`,
    );
    return z.NEVER;
  });
}
