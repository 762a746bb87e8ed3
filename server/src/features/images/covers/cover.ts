import { knownGenresOf } from "contract/games/genres.ts";
import type { ImageVariant } from "contract/images/variants.ts";
import { escapeXml } from "../../../platform/process/escape-xml.ts";
import { pick } from "../../../platform/process/random.ts";
import { fontsFor, isDrawable } from "./fonts.ts";
import { cutLine, type Frame, letter } from "./lettering.ts";
import { randomFromText } from "./random.ts";
import { styleOf } from "./styles.ts";
import { tonesOf } from "./tones.ts";

interface Layout {
  width: number;
  height: number;
  margin: number;
  /** Where the pattern has its centre, as parts of width and height. */
  focus: readonly [x: number, y: number];
  frame: Frame;
  labelSize: number;
  /** Where the shade behind the title ends, as `x2` and `y2` of a gradient that begins at its foot. */
  shade: { x1: number; y1: number; x2: number; y2: number };
}

const layouts: Record<ImageVariant, Layout> = {
  landscape: {
    width: 460,
    height: 215,
    margin: 24,
    focus: [0.76, 0.42],
    // leaves room above for the genre, and for the badge that lists overlay in the upper left corner
    frame: { width: 372, height: 116, lines: 3, sizes: [64, 56, 48, 42, 37, 33, 29, 26, 23, 20, 17], breakingSize: 29 },
    labelSize: 12,
    shade: { x1: 0, y1: 1, x2: 0.5, y2: 0.05 },
  },
  portrait: {
    width: 300,
    height: 450,
    margin: 24,
    focus: [0.62, 0.3],
    frame: { width: 252, height: 190, lines: 6, sizes: [72, 62, 54, 47, 41, 36, 32, 28, 25, 22, 19], breakingSize: 25 },
    labelSize: 13,
    shade: { x1: 0, y1: 1, x2: 0.12, y2: 0.3 },
  },
};

/**
 * The cover that stands for a game without a picture, as an SVG document of 460 × 215 or 300 × 450 units:
 * the title over a pattern in the colours of the genre, if it is known. The same title, genre and variant give the same
 * cover.
 */
export function drawCover(title: string, genres: string | null, variant: ImageVariant): string {
  const genre = knownGenresOf(genres);
  const { width, height, margin, focus, frame, labelSize, shade } = layouts[variant];
  const random = randomFromText(title);
  const style = styleOf(genre);
  const [hue, accentHue] = pick(random, style.inks);
  const drift = random() * 24 - 12;
  const tones = tonesOf(hue + drift, accentHue + drift);
  const draw = pick(random, style.motifs);
  const pattern = draw({ width, height, focus: { x: focus[0] * width, y: focus[1] * height }, tones, random });
  const lettering = letter(title, frame);
  const foot = height - margin + 2;
  const top = foot - lettering.height;

  const lines = lettering.lines.map(
    ({ text, size, weight, baseline }) =>
      `<text x="${margin}" y="${(foot - baseline).toFixed(1)}" font-size="${size}" font-weight="${weight}" fill="#fff">${escapeXml(text)}</text>`,
  );
  const genreLabel = genre === null ? "" : labelOf(genre, frame.width / labelSize);
  const label = genreLabel
    ? `<rect x="${margin}" y="${(top - labelSize - 7).toFixed(1)}" width="3" height="${labelSize}" fill="${tones.accent}"/>` +
      `<text x="${margin + 11}" y="${(top - 9).toFixed(1)}" font-size="${labelSize}" font-weight="700" letter-spacing="1.5" fill="${tones.accent}">${escapeXml(genreLabel)}</text>`
    : "";

  const fonts = fontsFor(title + genreLabel);
  const sheet = fonts.sheet && `<style>${fonts.sheet}</style>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${fonts.family}">` +
    `<title>${escapeXml(title)}</title>${sheet}<defs>` +
    `<linearGradient id="ground" x1="0" y1="1" x2="1" y2="0"><stop stop-color="${tones.deep}"/><stop offset="1" stop-color="${tones.base}"/></linearGradient>` +
    `<linearGradient id="shade" x1="${shade.x1}" y1="${shade.y1}" x2="${shade.x2}" y2="${shade.y2}">` +
    `<stop stop-color="${tones.deep}"/><stop offset=".45" stop-color="${tones.deep}" stop-opacity=".86"/><stop offset="1" stop-color="${tones.deep}" stop-opacity="0"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#ground)"/>${pattern}` +
    `<rect width="${width}" height="${height}" fill="url(#shade)"/>${label}${lines.join("")}</svg>`
  );
}

/** The first genre in capitals, cut to a line of `width` ems; empty where its letters may render as boxes. */
function labelOf(genre: string, width: number): string {
  const first = genre.split(",")[0]!.trim().toUpperCase();
  // the label is set with wide spaces, and a mark before it
  return isDrawable(first) ? cutLine(first, width * 0.92 - 1) : "";
}
