import fc from "fast-check";

/** Any character. That of fast-check (`binary`) first fills a table with all of them, which takes two seconds. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

export const anyText = (options: { maxLength?: number } = {}) => fc.string({ unit: anyCharacter, ...options });
