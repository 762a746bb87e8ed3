import { decimalsOf, unitsPerDollarIn } from "contract/core/currencies.ts";
import { usDollar } from "contract/core/money.ts";
import { minorOf } from "./readings.ts";

/** How the amount was written. */
export interface Notation {
  /** The language of the market (BCP 47), whose separators decide what would be ambiguous. */
  locale?: string | undefined;
  /** With a sign such as €, as people write it; programs write codes, and a decimal point whatever the market. */
  hasSign: boolean;
}

/** Currencies whose cents may stand behind a colon, as in `129:50`. */
const coloned = new Set(["DKK", "NOK", "SEK"]);

/**
 * An amount as shops write it anywhere, such as `1,299.00`, `1.299,00`, `8,19`, `10 000`, `1'299`, `,89`, `8,-` or
 * `14.9900`, as whole minor units of its currency; `null` for anything else. `ambiguous`: a single comma or point with
 * three digits behind it may stand before thousands or before decimals, as in `1,299`.
 */
export function readWrittenAmount(
  written: string,
  currency: string,
  notation: Notation = { hasSign: false },
): number | "ambiguous" | null {
  const decimals = decimalsOf(currency);
  const text = coloned.has(currency) ? written.replace(/:(\d\d)$/, ",$1") : written;
  const marked = withoutWholeMark(text);
  if (marked !== null) {
    const whole = withoutGroups(marked, notation);
    return whole === null ? null : minorOf(whole, "", currency);
  }
  const whole = withoutGroups(text, notation);
  const at = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (whole !== null && isSingleGroup(text) && decimals > 0 && !isGroupSign(text[at]!, currency, notation)) {
    // with three decimals, `1.299` is the standard notation with a decimal point
    if (decimals < 3 || text[at] === ",") return "ambiguous";
  } else if (whole !== null) return minorOf(whole, "", currency);
  // dollars have a decimal point, except where the market writes a comma
  if (at < 0 || (text[at] === "," && currency === usDollar && separatorsOf(notation.locale ?? "en").decimal !== ",")) {
    return null;
  }
  const head = text.slice(0, at);
  const fraction = text.slice(at + 1);
  // `,89`: shops leave out the zero, but never a part of the cents
  if (head === "") return fraction.length === decimals && decimals > 0 ? minorOf("0", fraction, currency) : null;
  const units = head.includes(text[at]!) ? null : withoutGroups(head, notation);
  return units === null || !/^\d{1,20}$/.test(fraction) ? null : readFraction(units, fraction, currency);
}

/** With more digits than the currency has decimals, they must be zeros, or the noise of a binary fraction. */
function readFraction(units: string, fraction: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  if (fraction.length <= Math.max(decimals, 3)) return minorOf(units, fraction, currency);
  const scaled = Number(`${units}.${fraction}`) * 10 ** decimals;
  const minor = Math.round(scaled);
  if (Math.abs(scaled - minor) > 1e-6) return null;
  const digits = String(minor).padStart(decimals + 1, "0");
  return minorOf(digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals), currency);
}

/** `8` of `8,-`, `129` of `129:-`: a mark for an amount without cents; `null` without one. */
function withoutWholeMark(text: string): string | null {
  return /^(\d[\d.,' ]*?) ?[.,:] ?[-\u2012-\u2015]{1,2}$/.exec(text)?.[1] ?? null;
}

/** `1,299` and `1.299`, but neither `1 299` nor `1,299,000`. */
function isSingleGroup(text: string): boolean {
  return /^\d{1,3}[.,]\d{3}$/.test(text);
}

/**
 * Whether this separator stands before thousands in the market's language: where a person wrote the amount with the
 * language's separator, or where three decimals would make no sense, since thousands of units are usual prices.
 */
function isGroupSign(sign: string, currency: string, { locale, hasSign }: Notation): boolean {
  if (locale === undefined) return false;
  const { group, decimal } = separatorsOf(locale);
  return (hasSign && sign === group) || (unitsPerDollarIn(currency) >= 100 && sign !== decimal);
}

const separators = new Map<string, { group: string; decimal: string }>();

/** The signs before thousands and before decimals in a language. */
function separatorsOf(locale: string): { group: string; decimal: string } {
  const known = separators.get(locale);
  if (known) return known;
  const parts = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).formatToParts(1_234_567.5);
  const signOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  const found = { group: signOf("group"), decimal: signOf("decimal") };
  separators.set(locale, found);
  return found;
}

/** The digits of a whole number, with or without separators between groups of three; `null` for others. */
function withoutGroups(text: string, { locale }: Notation): string | null {
  if (/^\d{1,12}$/.test(text)) return text;
  if (text.length > 20) return null;
  // lakhs and crores of South Asia
  if (/^\d{1,2}(?:,\d\d)+,\d{3}$/.test(text) && locale !== undefined && hasLakhs(locale))
    return text.replaceAll(",", "");
  const sign = /^[1-9]\d{0,2}([ ,.'])/.exec(text)?.[1];
  if (sign === undefined) return null;
  const [first, ...groups] = text.split(sign);
  return groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join("") : null;
}

function hasLakhs(locale: string): boolean {
  return /^12\D34\D567$/.test(new Intl.NumberFormat(locale, { numberingSystem: "latn" }).format(1_234_567));
}

/** The zeros of scripts whose digits follow each other, such as ٠, ०, ๐ and ０. */
const zeros = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0,
  0x1810, 0xff10,
];

/**
 * A written price with ASCII digits and signs: digits of other scripts, full-width characters and Arabic separators are
 * replaced, invisible characters removed, and blanks unified. Superscript digits stay, since they mean cents to some.
 */
export function withPlainDigits(text: string): string {
  return text
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Nd}/gu, toAscii)
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll("٫", ".")
    .replaceAll("٬", "'")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .trim();
}

function toAscii(digit: string): string {
  const code = digit.codePointAt(0)!;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}
