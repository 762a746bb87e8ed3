/**
 * One line of a title as it is set. `size` and `baseline` in units of the drawing; the baseline counts up from the
 * block's foot.
 */
export interface Line {
  text: string;
  size: number;
  weight: number;
  baseline: number;
}

/** The space for a title, in units of the drawing. */
export interface Frame {
  width: number;
  height: number;
  lines: number;
  /** The sizes to try, largest first. */
  sizes: readonly number[];
  /** The largest size in which a long word is broken rather than set smaller still. */
  breakingSize: number;
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
 * Sets a title in the largest size in which it fits, "Name: Subtitle" with the subtitle smaller.
 * Words break only in small sizes; what does not fit in the smallest is cut with an ellipsis.
 */
export function letter(title: string, frame: Frame): Lettering {
  const text = title.slice(0, maxCharacters).toWellFormed().replace(/\s+/g, " ").trim();
  const { name, subtitle } = divide(text);
  for (const size of frame.sizes) {
    const smaller = Math.max(frame.sizes.at(-1)!, Math.round(size * 0.52));
    const breaks = size <= frame.breakingSize;
    const above = wrap(name, frame.width / size, breaks);
    const below = subtitle ? wrap(subtitle, frame.width / smaller, breaks) : [];
    if (!above || !below || above.length + below.length > frame.lines) continue;
    const set = stack([...above.map((line) => bold(line, size)), ...below.map((line) => light(line, smaller))]);
    if (set.height <= frame.height) return set;
  }
  const size = frame.sizes.at(-1)!;
  const room = Math.min(frame.lines, Math.floor(frame.height / (size * leading)));
  return stack(cut(text, frame.width / size, room).map((line) => bold(line, size)));
}

const bold = (text: string, size: number) => ({ text, size, weight: 800 });
const light = (text: string, size: number) => ({ text, size, weight: 500 });

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

/**
 * The text in as few lines of `width` ems as it takes, evened out in length; `null` when a word is wider and must not
 * break.
 */
function wrap(text: string, width: number, breaks: boolean): string[] | null {
  const pieces = breaks ? narrowPiecesOf(text, width) : piecesOf(text);
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
  const last = graphemesOf(lines[room - 1]!);
  while (widthOf(last) + ellipsis.width > width) last.pop();
  return [...lines.slice(0, room - 1), `${last.join("").trimEnd()}${ellipsis.text}`];
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

/** The text cut wherever a line may end: after blanks, hyphens and slashes, and between ideographs. */
function piecesOf(text: string): Piece[] {
  const pieces: string[] = [];
  for (const grapheme of graphemesOf(text)) {
    const before = pieces.at(-1);
    if (before === undefined || mayBreak(before, grapheme)) pieces.push(grapheme);
    else pieces[pieces.length - 1] = before + grapheme;
  }
  // a lone number at the end reads as part of the word before it: "Horizon 5"
  if (pieces.length > 2 && /^[\dIVX]{1,3}$/.test(pieces.at(-1)!)) pieces.push(pieces.splice(-2).join(""));
  return pieces.map(measure);
}

function mayBreak(before: string, next: string): boolean {
  if (next === " ") return false;
  if (/[\s/|\-–—]$/u.test(before)) return true;
  const nextToIdeograph = ideograph.test(next) || ideograph.test(before.at(-1)!);
  return nextToIdeograph && !closing.test(next) && !opening.test(before);
}

/** As `piecesOf`, with every piece broken that is wider than `width` ems. */
function narrowPiecesOf(text: string, width: number): Piece[] {
  return piecesOf(text).flatMap((piece) => (piece.ink <= width ? [piece] : graphemesOf(piece.text).map(measure)));
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function measure(text: string): Piece {
  const width = widthOf(graphemesOf(text));
  return { text, width, ink: width - widthOf([...text.slice(text.trimEnd().length)]) };
}

/** Generous widths, in ems, of bold sans-serif letters, as the visitor's font is unknown. */
const classes: readonly (readonly [RegExp, number])[] = [
  [/^[ilIj'’|.,:;!]/, 0.34],
  [/^[ \-()[\]ftr"/\\]/, 0.41],
  [/^[mwMW@%—®™©]/, 0.95],
  [/^[a-zß-öø-ÿ0-9$?_*#~+=<>–«»]/, 0.63],
  [/^\p{Lu}/u, 0.77],
  [/^[^\u2e80-\u{10ffff}]/u, 0.7],
];

function widthOf(graphemes: readonly string[]): number {
  return graphemes.reduce((sum, letter) => sum + (classes.find(([like]) => like.test(letter))?.[1] ?? 1.02), 0);
}

const ellipsis = measure("…");
