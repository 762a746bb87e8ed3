/** The size of a hostile text in bytes of UTF-8, which is the limit of all headers of a request. */
const hostileLength = 16 * 1024;

const filled = (part: string) => part.repeat(Math.floor(hostileLength / Buffer.byteLength(part)));
const nested = (open: string, close: string) =>
  open.repeat(hostileLength / 2 / open.length) + close.repeat(hostileLength / 2 / close.length);

/** Texts for which careless patterns or algorithms take more than linear time: repetition, nesting, Unicode. */
export const hostileTexts: Record<string, string> = {
  letters: filled("a"),
  digits: filled("0"),
  "mixed case and digits": filled("aA0-"),
  blanks: `a${filled(" ")}b`,
  "tabs and line breaks": `a${filled("\t\r\n")}b`,
  words: filled("a b c d e f "),
  "different words": Array.from({ length: hostileLength / 4 }, (_, n) => n.toString(36).padStart(3, "0")).join(" "),
  "letters and dots": filled("a."),
  "at signs": filled("a@a."),
  "versions of a browser": filled("Version/"),
  "beginnings of addresses": filled("http://a:"),
  "parameters of addresses": filled("&key_token"),
  slashes: `${filled("/")}x`,
  "hyphens and signs": `${filled(" - +")}x`,
  "edition words": filled("deluxe edition "),
  "quoted cells": filled('",\\N"'),
  entities: filled("&amp;&#x26"),
  percents: filled("%_\\"),
  brackets: nested("[", "]"),
  braces: nested('{"a":', "}"),
  variables: filled("{a}{"),
  tags: filled("<a b='"),
  "combining marks in the wrong order": `a${filled("\u0315\u0300")}`,
  "half-width marks in the wrong order": `a${filled("\u0301\uff9e")}`,
  "letters that expand": filled("\ufdfa"),
  "joined emoji": filled("👩‍👩‍👧‍👦"),
  "direction marks": filled("\u202e\u2066a"),
  "capitals that grow": filled("İ"),
};
