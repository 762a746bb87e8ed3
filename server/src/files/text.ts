import { normalizeText } from "contract/unicode.ts";
import { decodeHTMLStrict } from "entities";

/**
 * One line of text from outside: HTML entities decoded, control characters dropped, Unicode NFC, every run of white space
 * (line breaks and no-break spaces too) one blank, none at the ends. Nothing else is repaired: case, signs and spelling stay.
 */
export function cleanLine(text: string): string {
  return withoutOddities(text).replace(/\s+/g, " ").trim();
}

/** As `cleanLine`, but line breaks stay, at most two together. */
export function cleanText(text: string): string {
  return withoutOddities(text)
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Text that `cleanLine` and `cleanText` would take for entities, written so that they give it back as it is. */
export function escapeEntities(text: string): string {
  return decodeHTMLStrict(text) === text ? text : text.replaceAll("&", "&amp;");
}

function withoutOddities(text: string): string {
  const wellFormed = decodeHTMLStrict(text.toWellFormed());
  // Composed last: a control character may have kept an accent from its letter.
  return normalizeText(wellFormed.replace(/[^\P{Cc}\s]/gu, ""), "NFC");
}
