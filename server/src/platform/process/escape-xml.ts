import { escapeUTF8 } from "entities";

/** The text as content or attribute of an XML document, without the characters that XML cannot hold. */
export function escapeXml(text: string): string {
  return escapeUTF8(text.toWellFormed().replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, ""));
}
