import { type Weight, widthOf } from "./letters.ts";

/**
 * One line of a title as it is set. `size` and `baseline` in units of the drawing; the baseline counts up from the
 * block's foot.
 */
interface Line {
  text: string;
  size: number;
  weight: Weight;
  baseline: number;
}

/** The space for a title, in units of the drawing. */
export interface Frame {
  width: number;
  height: number;
  lines: number;
  /** The sizes to try, largest first. */
  sizes: readonly number[];
}

/** The title's lines, from the top, and the height of them all. */
export interface Lettering {
  lines: Line[];
  height: number;
}

const leading = 1.1;
/** More than fits on any cover. */
const maxCharacters = 200;

/**
 * Sets a title in the largest size in which it fits, "Name: Subtitle" with the subtitle smaller. What does not fit in
 * the smallest is cut with an ellipsis after a word; only there a word that is wider than the frame breaks.
 */
export function letter(title: string, frame: Frame): Lettering {
  const text = title.slice(0, maxCharacters).toWellFormed().normalize().replace(/\s+/g, " ").trim();
  const { name, subtitle } = divide(text);
  for (const size of frame.sizes) {
    const smaller = Math.max(frame.sizes.at(-1)!, Math.round(size * 0.52));
    const above = wrap(name, frame.width / size, 800);
    const below = subtitle ? wrap(subtitle, frame.width / smaller, 500) : [];
    if (!above || !below || above.length + below.length > frame.lines) continue;
    const set = stack([...above.map((line) => bold(line, size)), ...below.map((line) => light(line, smaller))]);
    if (set.height <= frame.height) return set;
  }
  const size = frame.sizes.at(-1)!;
  const room = Math.min(frame.lines, Math.floor(frame.height / (size * leading)));
  return stack(cut(text, frame.width / size, room).map((line) => bold(line, size)));
}

const bold = (text: string, size: number) => ({ text, size, weight: 800 as const });
const light = (text: string, size: number) => ({ text, size, weight: 500 as const });

/** Lines one above the other, the last one's descenders at the block's foot. */
function stack(lines: Omit<Line, "baseline">[]): Lettering {
  let height = 0;
  const placed = lines.toReversed().map((line) => {
    const baseline = height + line.size * 0.24;
    height += line.size * leading;
    return { ...line, baseline };
  });
  return { lines: placed.toReversed(), height };
}

/** "Name: Subtitle" in two, where both are worth a line of their own. */
function divide(title: string): { name: string; subtitle: string | null } {
  for (const { 0: separator, index } of title.matchAll(/ ?[:：] | [-–—~|] /g)) {
    const name = title.slice(0, index);
    const subtitle = title.slice(index + separator.length);
    if (name.length >= 2 && name.length <= 40 && subtitle.length >= 2) return { name, subtitle };
  }
  return { name: title, subtitle: null };
}

/** Text that stays together in a line. Widths in ems: `width` with the blanks that follow it, `ink` without. */
interface Piece {
  text: string;
  width: number;
  ink: number;
}

/** The text in as few lines of `width` ems as it takes, evened out in length; `null` when a word is wider. */
function wrap(text: string, width: number, weight: Weight): string[] | null {
  const pieces = piecesOf(text, weight);
  const widest = Math.max(...pieces.map((piece) => piece.ink));
  if (widest > width) return null;
  const lines = fill(pieces, width);
  // the narrowest width with the same number of lines avoids a short last line
  let [narrow, wide] = [widest, width];
  for (let step = 0; step < 8; step++) {
    const middle = (narrow + wide) / 2;
    if (fill(pieces, middle).length > lines.length) narrow = middle;
    else wide = middle;
  }
  return fill(pieces, wide);
}

/** The text in one line of `width` ems, with an ellipsis where it is cut. */
export function cutLine(text: string, width: number): string {
  return cut(text.slice(0, maxCharacters).toWellFormed(), width, 1).join("");
}

/** The first `room` lines of `width` ems, with an ellipsis where there are more. */
function cut(text: string, width: number, room: number): string[] {
  const lines = fill(narrowPiecesOf(text, width), width);
  if (lines.length <= room) return lines;
  const last = lines[room - 1]!;
  const shown = graphemesOf(last);
  while (widthOf(`${shown.join("")}…`) > width) shown.pop();
  const end = shown.join("");
  // without the part of a word, unless the line is one word
  const whole = end.length < last.length ? end.replace(/ [^ ]*$/, "") : end;
  return [...lines.slice(0, room - 1), `${whole.trimEnd()}…`];
}

/** Pieces put into lines one after the other. */
function fill(pieces: readonly Piece[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let filled = 0;
  for (const piece of pieces) {
    if (line !== "" && filled + piece.ink > width) {
      lines.push(line.trimEnd());
      line = "";
      filled = 0;
    }
    line += piece.text;
    filled += piece.width;
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  return lines;
}

const ideograph = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3ffff}]/u;
/** Marks that must not begin a line: they stay with the piece before. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}\p{Mn}ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ～]+$/u;
const opening = /[\p{Ps}\p{Pi}]$/u;

/** Words that read better in front of the next one than at the end of a line. */
const leadsOn = /(?:^| )(?:a|an|the|of|in|on|to|at|by|and|&|for|vs\.?) $/i;

/** The text cut wherever a line may end: after blanks, hyphens and slashes, and between ideographs. */
function piecesOf(text: string, weight: Weight = 800): Piece[] {
  const pieces: string[] = [];
  for (const grapheme of graphemesOf(text)) {
    const before = pieces.at(-1);
    if (before === undefined || mayBreak(before, grapheme)) pieces.push(grapheme);
    else pieces[pieces.length - 1] = before + grapheme;
  }
  // a lone number at the end reads as part of the word before it: "Portal 2"
  if (pieces.length > 1 && /^[\dIVX]{1,3}$/.test(pieces.at(-1)!)) pieces.push(pieces.splice(-2).join(""));
  return pieces.map((piece) => measure(piece, weight));
}

function mayBreak(before: string, next: string): boolean {
  if (next === " " || leadsOn.test(before)) return false;
  if (/[\s/|\-–—]$/u.test(before)) return true;
  const nextToIdeograph = ideograph.test(next) || ideograph.test(before.at(-1)!);
  return nextToIdeograph && !closing.test(next) && !opening.test(before);
}

/** As `piecesOf`, with every piece broken that is wider than `width` ems. */
function narrowPiecesOf(text: string, width: number): Piece[] {
  return piecesOf(text).flatMap((piece) =>
    piece.ink <= width ? [piece] : graphemesOf(piece.text).map((letter) => measure(letter)),
  );
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function measure(text: string, weight: Weight = 800): Piece {
  return { text, width: widthOf(text, weight), ink: widthOf(text.trimEnd(), weight) };
}
