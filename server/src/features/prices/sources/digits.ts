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
