/**
 * The text in a Unicode normalization form, in linear time. A letter keeps at most 30 combining marks, as in stream-safe
 * text (UAX #15): the marks of one letter are sorted, which takes quadratic time.
 */
export function normalizeText(text: string, form: "NFC" | "NFKD"): string {
  return text.replace(/([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu, "$1").normalize(form);
}
