import { decimalsOf } from "contract/core/currencies.ts";
import { minorOf } from "./readings.ts";

/**
 * An amount as shops write it anywhere, such as `1,299.00`, `1.299,00`, `8,19`, `10 000` or `1'299`, as whole minor
 * units of its currency; `null` for anything else. `ambiguous`: a single comma or point with three digits behind it
 * may stand before thousands or before decimals, as in `1,299`.
 */
export function readWrittenAmount(text: string, currency: string): number | "ambiguous" | null {
  const plain = text.replaceAll("’", "'");
  const decimals = decimalsOf(currency);
  const whole = withoutGroups(plain);
  const at = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  if (whole !== null && isSingleGroup(plain) && decimals > 0) {
    // with three decimals, `1.299` is the standard notation with a decimal point
    if (decimals < 3 || plain[at] === ",") return "ambiguous";
  } else if (whole !== null) return minorOf(whole, "", currency);
  if (at < 1) return null;
  const head = plain.slice(0, at);
  const fraction = plain.slice(at + 1);
  const units = head.includes(plain[at]!) ? null : withoutGroups(head);
  return units !== null && /^\d{1,3}$/.test(fraction) ? minorOf(units, fraction, currency) : null;
}

/** `1,299` and `1.299`, but neither `1 299` nor `1,299,000`. */
function isSingleGroup(text: string): boolean {
  return /^\d{1,3}[.,]\d{3}$/.test(text);
}

/** The digits of a whole number, with or without separators between groups of three; `null` for others. */
function withoutGroups(text: string): string | null {
  if (/^\d{1,12}$/.test(text)) return text;
  const sign = /^[1-9]\d{0,2}([ ,.'])/.exec(text)?.[1];
  if (sign === undefined || text.length > 20) return null;
  const [first, ...groups] = text.split(sign);
  return groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join("") : null;
}
