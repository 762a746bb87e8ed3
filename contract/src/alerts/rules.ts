import { decimalsOf, highestPriceIn } from "../core/currencies.ts";
import { formatPrice, type MoneyFormat, toAmount, toMinor, usDollar, usDollars } from "../core/money.ts";

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

/** Whether an alert can have this target price. */
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
