import { readFileSync } from "node:fs";
import { escapeXml } from "../../../platform/process/escape-xml.ts";

/** The weights in which the site's typeface is drawn. */
export type Weight = 500 | 800;

interface Letters {
  /** By weight and letter: how far it reaches, in thousandths of the size, and its outline as SVG path data. */
  outlines: Map<string, { advance: number; path: string }>;
  /** By two letters: how much closer they are than others, in thousandths of the size. */
  kerning: Map<string, number>;
}

let loaded: Letters | undefined;

/** The letters of the site's typeface as outlines: a picture cannot load fonts, and systems have others. */
function letters(): Letters {
  loaded ??= readLetters(readFileSync(new URL("./letters.tsv", import.meta.url), "utf8"));
  return loaded;
}

/** Spaces that languages write in prices and around signs, which fonts leave out, by their width in usual spaces. */
const unbroken = [
  ["\u00a0", 1],
  ["\u2009", 0.7],
  ["\u202f", 0.7],
] as const;

function readLetters(text: string): Letters {
  const [outlines, kerning]: [Letters["outlines"], Letters["kerning"]] = [new Map(), new Map()];
  for (const line of text.split("\n")) {
    const [kind = "", letter = "", value = "", path = ""] = line.split("\t");
    if (kind === "kern") {
      for (const pair of value.split(" ")) kerning.set(letter + pair[0], Number(pair.slice(1)));
    } else if (letter !== "") outlines.set(kind + letter, { advance: Number(value), path });
  }
  for (const weight of [500, 800]) {
    const { advance } = outlines.get(`${weight} `)!;
    for (const [space, width] of unbroken)
      outlines.set(weight + space, { advance: Math.round(advance * width), path: "" });
  }
  return { outlines, kerning };
}

/** Large letters are set closer, as in the site's headings; in thousandths of the size. */
const tracking: Record<Weight, number> = { 500: 0, 800: -12 };

/** Whether the typeface has all letters; others are drawn with the fonts of the system. */
export function hasLetters(text: string): boolean {
  const { outlines } = letters();
  return [...text].every((letter) => outlines.has(`800${letter}`));
}

/** Generous widths, in ems, of letters whose font is unknown: of ideographs and signs, and of all others. */
const [wide, other] = [1.04, 0.72];

/** The width of a text in ems, with what is after its last letter. */
export function widthOf(text: string, weight: Weight = 800): number {
  const { outlines, kerning } = letters();
  let width = 0;
  let before = "";
  for (const letter of text) {
    const outline = outlines.get(weight + letter);
    const own = outline ? outline.advance / 1000 : letter >= "\u2e80" ? wide : other;
    width += own + ((kerning.get(before + letter) ?? 0) + tracking[weight]) / 1000;
    before = letter;
  }
  return width;
}

export interface DrawnLine {
  x: number;
  /** Of the baseline. */
  y: number;
  size: number;
  weight: Weight;
  fill: string;
  /** More room after each letter, in ems; not where letters are joined, as in Arabic. */
  spacing?: number;
  struck?: boolean;
  /** Whether it is text rather than outlines, by default only where the typeface lacks a letter. */
  plain?: boolean;
}

/** A line of text as SVG. Without outlines it is text, for the font of its picture. */
export function drawLine(text: string, options: DrawnLine): string {
  const { x, y, size, weight, fill, spacing = 0, struck = false, plain = !hasLetters(text) } = options;
  const { outlines, kerning } = letters();
  const place = `${round(x)} ${round(y)}`;
  const line = struck
    ? `<rect x="${round(x)}" y="${round(y - size * 0.3)}" width="${round(widthOf(text, weight) * size)}" ` +
      `height="${round(size * 0.07)}" fill="${fill}"/>`
    : "";
  if (plain) {
    return (
      `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}"` +
      `${spacing && !/\p{Script=Arabic}/u.test(text) ? ` letter-spacing="${spacing}em"` : ""}` +
      `>${escapeXml(text)}</text>${line}`
    );
  }
  let path = "";
  let at = 0;
  let before = "";
  for (const letter of text) {
    const outline = outlines.get(weight + letter)!;
    at += kerning.get(before + letter) ?? 0;
    if (outline.path) path += `M${Math.round(at)} 0${outline.path}`;
    at += outline.advance + tracking[weight] + spacing * 1000;
    before = letter;
  }
  const scale = size / 1000;
  return (
    `<path aria-label="${escapeXml(text)}" transform="translate(${place}) scale(${scale} -${scale})" ` +
    `fill="${fill}" d="${path}"/>${line}`
  );
}

const round = (value: number) => Number(value.toFixed(1));
