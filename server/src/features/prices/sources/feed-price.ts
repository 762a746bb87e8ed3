import { decimalsOf, highestPriceIn, isCurrencyCode } from "contract/core/currencies.ts";
import { toAmount, usDollar } from "contract/core/money.ts";
import { shown } from "../../../platform/files/row-values.ts";
import { nameOfCurrency } from "./readings.ts";
import { readWrittenAmount, withPlainDigits } from "./written-amount.ts";

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
/** `,-` and `:-` behind an amount without cents. */
const wholeMark = /^ ?[.,:] ?[-\u2012-\u2015]{1,2}/;

/** The amount with a point or comma before its first digit, or a mark behind its last, and the texts around it. */
function splitPrice(text: string): [before: string, amount: string, behind: string] {
  const [, before = "", digits = "", behind = ""] = parts.exec(text) ?? [];
  const mark = wholeMark.exec(behind)?.[0] ?? "";
  // `,89 €`, but not `kr.89`
  const hasNoZero = /[.,]$/.test(before) && splitBefore(before.trim()) === null;
  const lead = hasNoZero ? before.slice(-1) : "";
  return [before.slice(0, before.length - lead.length).trim(), lead + digits + mark, behind.slice(mark.length).trim()];
}

/**
 * Parses a price of a feed, such as `15.00 USD`, to minor units of the `expected` currency; other currencies are
 * refused. `stated` is the currency that the feed names elsewhere, which a bare amount or an ambiguous sign such as `$`
 * needs; `locale` is the market's language (BCP 47), whose notation decides where amounts would be ambiguous.
 */
export function readPrice(
  text: string,
  stated: string | null,
  expected = usDollar,
  locale?: string,
): PriceText | PriceProblem {
  const trimmed = centsBehindSign(withPlainDigits(text));
  if (isFree(trimmed)) return { priceMinor: 0 };
  const [before, amount, behind] = splitPrice(trimmed);
  const [codeBefore = "", signBefore = ""] = splitBefore(before) ?? [null];
  const [codeBehind = "", signBehind = ""] = splitBehind(behind) ?? [null];
  if (!/^[.,]?\d[\d.,:' -]*[\u2012-\u2015]*$/.test(amount)) return notAPrice(text);
  if (codeBefore === null || codeBehind === null) return unknownWord(text, before, behind);
  const unknown = [codeBefore, codeBehind].find((code) => code !== "" && !isCurrencyCode(code));
  if (unknown !== undefined) return unknownCurrency(text, unknown);
  const ofSigns = [signBefore, signBehind].filter(Boolean).map((sign) => currencyOfSign(sign, expected));
  const named = [...new Set([codeBefore, codeBehind, ...ofSigns].filter(Boolean))];
  const currency = named[0] ?? stated;
  if (currency !== null && currency === stated && !isCurrencyCode(stated)) return unknownCurrency(text, stated);
  if (named.length > 1 || (currency !== null && currency !== expected)) return foreign(text, named, stated, expected);
  if (currency === null) {
    return { reason: "currency", message: `${shown(text)} does not say that it is in ${nameOfCurrency(expected)}` };
  }
  const notation = { locale, hasSign: ofSigns.length > 0 };
  const priceMinor = readWrittenAmount(amount, expected, notation);
  if (priceMinor === "ambiguous") {
    return { reason: "price", message: `${shown(text)} may mean thousands or three decimals` };
  }
  if (priceMinor !== null) return { priceMinor };
  return { reason: "price", message: `${shown(text)} is not a price ${rangeOf(expected)}` };
}

/** `5€99` and `12 € 50` as `5,99 €`. */
function centsBehindSign(text: string): string {
  return text.replace(/^(\d{1,6}) ?(€|£|zł) ?(\d\d)$/, "$1.$3 $2");
}

function notAPrice(text: string): PriceProblem {
  return { reason: "price", message: `${shown(text)} is not a price` };
}

/** A word such as `pounds` where a currency is expected. */
function unknownWord(text: string, before: string, behind: string): PriceProblem {
  const [word = "", ...others] = [before, behind].filter(Boolean);
  return others.length === 0 && /^\p{L}{2,20}\.?$/u.test(word) ? unknownCurrency(text, word) : notAPrice(text);
}

function unknownCurrency(text: string, code: string): PriceProblem {
  return { reason: "currency", message: `${shown(text)} is in ${shown(code)}, which is no currency` };
}

function rangeOf(currency: string): string {
  const decimals = decimalsOf(currency);
  const highest = toAmount(highestPriceIn(currency), currency);
  return `from 0 to ${highest} ${decimals === 0 ? "without" : `with at most ${decimals}`} decimals`;
}

/** A code of three letters, a sign, or both, in this order; `null` for something else. */
function splitBefore(text: string): [code: string, sign: string] | null {
  if (text === "" || isSign(text)) return ["", text];
  const code = codeOf(text.slice(0, 3));
  const sign = text.slice(3).trimStart();
  return code !== null && (sign === "" || isSign(sign)) ? [code, sign] : null;
}

/** The same in the other order. */
function splitBehind(text: string): [code: string, sign: string] | null {
  if (text === "" || isSign(text)) return ["", text];
  const code = codeOf(text.slice(-3));
  const sign = text.slice(0, -3).trimEnd();
  return code !== null && (sign === "" || isSign(sign)) ? [code, sign] : null;
}

/** A code in capitals, or a known one in small letters. */
function codeOf(text: string): string | null {
  const code = text.toUpperCase();
  return /^[A-Z]{3}$/.test(text) || isCurrencyCode(code) ? code : null;
}

function foreign(text: string, named: unknown[], stated: string | null, expected: string): PriceProblem {
  // a currency from another column is not in the text
  const isHidden = named.length === 0 && expected !== usDollar;
  const message = `${shown(text)}${isHidden ? ` in ${stated}` : ""} is not in ${nameOfCurrency(expected)}`;
  return { reason: "currency", message };
}

/**
 * The signs of currencies in feeds, with the currencies that they may stand for.
 */
const signs = new Map<string, readonly string[]>([
  ["US$", ["USD"]],
  ["US", ["USD"]],
  ["CA$", ["CAD"]],
  ["C$", ["CAD"]],
  ["CDN$", ["CAD"]],
  ["A$", ["AUD"]],
  ["AU$", ["AUD"]],
  ["NZ$", ["NZD"]],
  ["HK$", ["HKD"]],
  ["NT$", ["TWD"]],
  ["S$", ["SGD"]],
  ["SG$", ["SGD"]],
  ["MX$", ["MXN"]],
  ["Mex$", ["MXN"]],
  ["AR$", ["ARS"]],
  ["CLP$", ["CLP"]],
  ["COP$", ["COP"]],
  ["R$", ["BRL"]],
  ["S/", ["PEN"]],
  ["S/.", ["PEN"]],
  ["Fr", ["CHF"]],
  ["Fr.", ["CHF"]],
  ["SFr.", ["CHF"]],
  ["RM", ["MYR"]],
  ["Rp", ["IDR"]],
  ["Rp.", ["IDR"]],
  ["Rs", ["INR", "PKR", "LKR", "NPR"]],
  ["Rs.", ["INR", "PKR", "LKR", "NPR"]],
  ["₨", ["PKR", "INR", "LKR", "NPR"]],
  ["TL", ["TRY"]],
  ["руб", ["RUB"]],
  ["руб.", ["RUB"]],
  ["р.", ["RUB"]],
  ["грн", ["UAH"]],
  ["грн.", ["UAH"]],
  ["тг", ["KZT"]],
  ["лв", ["BGN"]],
  ["лв.", ["BGN"]],
  ["lei", ["RON"]],
  ["円", ["JPY"]],
  ["元", ["CNY"]],
  ["원", ["KRW"]],
  ["đ", ["VND"]],
  ["€", ["EUR"]],
  ["£", ["GBP"]],
  ["₹", ["INR"]],
  ["₩", ["KRW"]],
  ["￦", ["KRW"]],
  ["₽", ["RUB"]],
  ["₴", ["UAH"]],
  ["₸", ["KZT"]],
  ["₺", ["TRY"]],
  ["₪", ["ILS"]],
  ["₫", ["VND"]],
  ["₱", ["PHP"]],
  ["฿", ["THB"]],
  ["₡", ["CRC"]],
  ["zł", ["PLN"]],
  ["Kč", ["CZK"]],
  ["Ft", ["HUF"]],
  ["¥", ["JPY", "CNY"]],
  ["￥", ["JPY", "CNY"]],
  ["$", ["USD", "ARS", "AUD", "CAD", "CLP", "COP", "HKD", "MXN", "NZD", "SGD", "TWD", "UYU"]],
  ["kr", ["DKK", "ISK", "NOK", "SEK"]],
  ["kr.", ["DKK", "ISK", "NOK", "SEK"]],
  ["Kr", ["DKK", "ISK", "NOK", "SEK"]],
]);

/** Signs shared by too many currencies to identify one. */
const ambiguousSigns = new Set(["$", "kr", "kr.", "Kr", "Rs", "Rs.", "₨"]);

function isSign(text: string): boolean {
  return signs.has(text) || /^\p{Sc}$/u.test(text);
}

/** The currency of a sign when one is expected; `null` = it may be that one or others. */
function currencyOfSign(sign: string, expected: string): string | null {
  const [first = "", ...others] = signs.get(sign) ?? [];
  if (first !== expected && !others.includes(expected)) return first || sign;
  return ambiguousSigns.has(sign) ? null : expected;
}
