import { toCents } from "contract/core/money.ts";
import { z } from "zod";

/** The largest that a column of type integer holds. */
export const largestInteger = 2_147_483_647;

/** Shows a refused value in a message, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The message of a schema about a value that is missing, or is not what it should be. */
export const isNot = (what: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? "is missing" : `${shown(issue.input)} is not ${what}`;

/** Dollars as they come, cents as they go. */
export const dollars = z
  .number({ error: isNot("an amount of US dollars such as 9.99") })
  .transform((amount, context) => {
    const cents = toCents(amount);
    if (cents !== null) return cents;
    context.addIssue(`${amount} is not a price: it must be from 0 to 10000 with at most 2 decimals`);
    return z.NEVER;
  });
