import { decimalsOf, highestPriceIn } from "contract/core/currencies.ts";
import { toAmount, usDollar } from "contract/core/money.ts";
import { shown } from "../../../platform/files/row-values.ts";
import { currencyOfSign, isSign } from "./currency-signs.ts";
import { nameOfCurrency, readAmount } from "./readings.ts";
import { readWrittenAmount } from "./written-amount.ts";

export interface PriceText {
  priceMinor: number;
}

export interface PriceProblem {
  reason: "currency" | "price";
  message: string;
}

const freeAlone = /^(?:free(?:[- ](?:to[- ]play|game|download))?|f2p|gratis|gratuit|kostenlos|giveaway)!?$/i;
const freeWithin = /(?<!\p{L})(?:free[- ]to[- ]play|f2p|giveaway)(?!\p{L})/iu;

/** Whether a cell consists of a word for free. */
export function isFree(text: string): boolean {
  return freeAlone.test(text.trim());
}

/** Whether a text mentions that a product is given away or free to play. */
export function mentionsFree(text: string): boolean {
  return freeWithin.test(text);
}

/** The text before the first digit, from the first to the last, and after the last. */
const parts = /^(\D*)(\d(?:.*\d)?)(\D*)$/;

/**
 * Parses a price of a feed, such as `15.00 USD`, to minor units of the `expected` currency; other currencies are
 * refused. `stated` is the currency that the feed names elsewhere, which a bare amount or an ambiguous sign such as `$`
 * needs.
 */
export function readPrice(
  text: string,
  stated: string | null,
  expected = usDollar,
  _locale?: string,
): PriceText | PriceProblem {
  const trimmed = text.replace(/\s+/g, " ").trim();
  if (isFree(trimmed)) return { priceMinor: 0 };
  const [, before = "", amount = "", behind = ""] = parts.exec(trimmed) ?? [];
  const [codeBefore = "", signBefore = ""] = splitBefore(before.trim()) ?? [null];
  const [codeBehind = "", signBehind = ""] = splitBehind(behind.trim()) ?? [null];
  if (!/^\d[\d.,'’ ]*$/.test(amount) || codeBefore === null || codeBehind === null) {
    return { reason: "price", message: `${shown(text)} is not a price` };
  }
  const ofSigns = [signBefore, signBehind].filter(Boolean).map((sign) => currencyOfSign(sign, expected));
  const named = [...new Set([codeBefore, codeBehind, ...ofSigns].filter(Boolean))];
  const currency = named[0] ?? stated;
  if (named.length > 1 || (currency !== null && currency !== expected)) return foreign(text, named, stated, expected);
  if (currency === null) {
    return { reason: "currency", message: `${shown(text)} does not say that it is in ${nameOfCurrency(expected)}` };
  }
  // dollars have a decimal point: a comma is a mistake
  const priceMinor = expected === usDollar ? readAmount(amount) : readWrittenAmount(amount, expected);
  if (priceMinor === "ambiguous") {
    return { reason: "price", message: `${shown(text)} may mean thousands or three decimals` };
  }
  if (priceMinor !== null) return { priceMinor };
  return { reason: "price", message: `${shown(text)} is not a price ${rangeOf(expected)}` };
}

function rangeOf(currency: string): string {
  const decimals = decimalsOf(currency);
  const highest = toAmount(highestPriceIn(currency), currency);
  return `from 0 to ${highest} ${decimals === 0 ? "without" : `with at most ${decimals}`} decimals`;
}

/** A code of three letters, a sign, or both, in this order; `null` for something else. */
function splitBefore(text: string): [code: string, sign: string] | null {
  if (text === "" || isSign(text)) return ["", text];
  const sign = text.slice(3).trimStart();
  return isCode(text.slice(0, 3)) && (sign === "" || isSign(sign)) ? [text.slice(0, 3), sign] : null;
}

/** The same in the other order. */
function splitBehind(text: string): [code: string, sign: string] | null {
  if (text === "" || isSign(text)) return ["", text];
  const sign = text.slice(0, -3).trimEnd();
  return isCode(text.slice(-3)) && (sign === "" || isSign(sign)) ? [text.slice(-3), sign] : null;
}

function isCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

function foreign(text: string, named: unknown[], stated: string | null, expected: string): PriceProblem {
  // a currency from another column is not in the text
  const isHidden = named.length === 0 && expected !== usDollar;
  const message = `${shown(text)}${isHidden ? ` in ${stated}` : ""} is not in ${nameOfCurrency(expected)}`;
  return { reason: "currency", message };
}
