import { toCents } from "../core/money.ts";

export const targetPriceProblem = "Enter a price from $0.01 to $10,000, with two decimals";

/** Whether an alert can wait for that price, in dollars. */
export function isTargetPrice(dollars: number): boolean {
  return toCents(dollars) !== null && dollars > 0;
}

/** The target price that somebody typed, in dollars: `9.99`, `$9.99` or `9,99`; `null` when it is not one. */
export function parseTargetPrice(typed: string): number | null {
  const figure = /^\$?\s*(\d{1,5}(?:[.,]\d{1,2})?)$/.exec(typed.trim())?.[1];
  const dollars = Number(figure?.replace(",", "."));
  return figure !== undefined && isTargetPrice(dollars) ? dollars : null;
}
