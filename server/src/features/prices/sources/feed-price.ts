import { shown } from "../../../platform/files/row-values.ts";
import { readAmount } from "./readings.ts";

export interface PriceText {
  priceCents: number;
}

export interface PriceProblem {
  reason: "currency" | "price";
  message: string;
}

const free = /^free(?: to play)?$/i;
/** An amount with what may stand around it: a code or a sign of its currency, before or behind. */
const priced = /^([A-Z]{2,3}(?![a-z]))? ?(\p{Sc}?) ?(\d[\d.,]*) ?(\p{Sc}?) ?([A-Z]{3})?$/u;

/**
 * A price as feeds write it, `15.00 USD`, in US cents. `stated` is the currency that the feed names elsewhere: a bare
 * amount or a mere `$`, which is the sign of twenty currencies, says nothing without it.
 */
export function readPrice(text: string, stated: string | null): PriceText | PriceProblem {
  const trimmed = text.replace(/\s+/g, " ").trim();
  if (free.test(trimmed)) return { priceCents: 0 };
  const [, before = "", signBefore = "", amount, signBehind = "", behind = ""] = priced.exec(trimmed) ?? [];
  if (amount === undefined) return { reason: "price", message: `${shown(text)} is not a price` };
  const sign = signBefore || signBehind;
  // "US$15.00" and "CA$15.00" name the country before the sign.
  const code = before.length === 2 ? `${before}D` : before;
  const named = [...new Set([code, behind].filter(Boolean))];
  const currency = named[0] ?? stated;
  if (named.length > 1 || (sign !== "" && sign !== "$") || (currency !== null && currency !== "USD")) {
    return { reason: "currency", message: `${shown(text)} is not in US dollars` };
  }
  if (currency === null) return { reason: "currency", message: `${shown(text)} does not say that it is in US dollars` };
  const priceCents = readAmount(amount);
  return priceCents === null
    ? { reason: "price", message: `${shown(text)} is not a price from 0 to 10000 with at most 2 decimals` }
    : { priceCents };
}
