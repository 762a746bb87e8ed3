import { decimalsOf, highestPriceIn } from "../core/currencies.ts";
import { formatPrice, type MoneyFormat, toAmount, toMinor, usDollar, usDollars } from "../core/money.ts";

/** What is wrong with a target that is none. */
export function targetPriceProblem(format: MoneyFormat = usDollars): string {
  const decimals = decimalsOf(format.currency);
  const [least, most] = [1, highestPriceIn(format.currency)].map((minor) => toAmount(minor, format.currency));
  const highest = formatPrice(most, format).replace(/[.,]0+(?=\D*$)/, "");
  const written = ["without decimals", "with one decimal", "with two decimals", "with three decimals"][decimals];
  return format.currency === usDollar
    ? "Enter a price from $0.01 to $10,000, with two decimals"
    : `Enter a price from ${formatPrice(least, format)} to ${highest}, ${written}`;
}

/** Whether an alert can wait for that price. */
export function isTargetPrice(amount: number, currency = usDollar): boolean {
  return toMinor(amount, currency) !== null && amount > 0;
}

/** The typed target price: `9.99`, `$9.99` or `9,99`; `null` when it is not one. */
export function parseTargetPrice(typed: string, currency = usDollar): number | null {
  const figure = /^\p{Sc}?\s*(\d{1,10}(?:[.,]\d{1,3})?)\s*\p{Sc}?$/u.exec(typed.trim())?.[1];
  const amount = Number(figure?.replace(",", "."));
  // "1,000" is no price of one dollar
  const decimals = figure?.split(/[.,]/)[1]?.length ?? 0;
  return figure !== undefined && decimals <= decimalsOf(currency) && isTargetPrice(amount, currency) ? amount : null;
}
