import { normalizeText } from "contract/core/text.ts";
import { decodeHTMLStrict } from "entities";

/**
 * A line of foreign text: HTML entities decoded, control characters removed, Unicode NFC, any white space collapsed
 * to one space and trimmed. Case, signs and spelling stay.
 */
export function cleanLine(text: string): string {
  return withoutOddities(text).replace(/\s+/g, " ").trim();
}

/** Like `cleanLine`, but with line breaks, at most two together. */
export function cleanText(text: string): string {
  return withoutOddities(text)
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Escapes text that `cleanLine` and `cleanText` would decode. */
export function escapeEntities(text: string): string {
  return decodeHTMLStrict(text) === text ? text : text.replaceAll("&", "&amp;");
}

function withoutOddities(text: string): string {
  const wellFormed = decodeHTMLStrict(text.toWellFormed());
  // normalised last: a control character may have separated an accent from its letter
  return normalizeText(wellFormed.replace(/[^\P{Cc}\s]/gu, ""), "NFC");
}
