import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { knownGenresOf } from "contract/games/genres.ts";
import type { ImageVariant } from "contract/images/variants.ts";
import { escapeXml } from "../../../platform/process/escape-xml.ts";
import { pick } from "../../../platform/process/random.ts";
import { cutLine, type Frame, letter } from "./lettering.ts";
import { bars, cubes, type Motif, orbits, peaks, pixels, rays, rings, shards, tiles, waves } from "./motifs.ts";
import { randomFromText } from "./random.ts";
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
  const drift = random() * 40 - 20;
  const tones = tonesOf(hue + drift, accentHue + drift);
  // mostly one of the genre's; others keep neighbours of the same genre from looking alike
  const draw = pick(random, [...style.motifs, ...style.motifs, ...anyGenre.motifs] as [Motif, ...Motif[]]);
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

/** Fonts with the proportions that the lettering assumes, from the systems that have them. */
const systemFonts =
  "'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans',Arial,'Noto Sans','Noto Sans CJK SC',sans-serif";

/** Letters that a visitor's system may lack and our own font has. */
const cyrillic = /[\u0400-\u045f\u0490\u0491\u04b0\u04b1]/u;

const drawable = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\u0400-\u045f\u0490\u0491\u04b0\u04b1]*$/u;

interface CoverFonts {
  family: string;
  /**
   * The style sheet that embeds the font, as a cover cannot load any; empty where systems have all letters.
   */
  sheet: string;
}

/** The fonts that a cover's letters are drawn with. */
function fontsFor(text: string): CoverFonts {
  return cyrillic.test(text)
    ? { family: `Cyrillic,${systemFonts}`, sheet: cyrillicFont() }
    : { family: systemFonts, sheet: "" };
}

/** Whether every letter renders with any system's fonts. */
function isDrawable(text: string): boolean {
  return drawable.test(text);
}

let sheet: string | undefined;

function cyrillicFont(): string {
  const path = import.meta.resolve("@fontsource-variable/geist/files/geist-cyrillic-wght-normal.woff2");
  const font = () => readFileSync(fileURLToPath(path), "base64");
  sheet ??= `@font-face{font-family:Cyrillic;font-weight:100 900;src:url(data:font/woff2;base64,${font()})}`;
  return sheet;
}

/** Two hues in degrees: that of the cover, and that of its accent. */
type Ink = readonly [hue: number, accentHue: number];

/** How the covers of a genre may look. */
interface Style {
  inks: readonly [Ink, ...Ink[]];
  motifs: readonly [Motif, ...Motif[]];
}

const blood: Ink = [18, 35];
const ember: Ink = [32, 80];
const rust: Ink = [48, 90];
const crimson: Ink = [355, 70];
const rose: Ink = [345, 60];
const plum: Ink = [325, 85];
const violet: Ink = [300, 85];
const indigo: Ink = [280, 100];
const night: Ink = [265, 45];
const navy: Ink = [250, 75];
const steel: Ink = [232, 60];
const ice: Ink = [240, 180];
const ocean: Ink = [215, 80];
const lagoon: Ink = [195, 340];
const teal: Ink = [182, 75];
const jade: Ink = [166, 95];
const moss: Ink = [150, 110];

/** The first match decides, so specific genres come before general ones. */
const styles: readonly (readonly [genre: RegExp, inks: Style["inks"], motifs: Style["motifs"]])[] = [
  [/horror|gore|zombie|violent/, [blood, crimson, violet, night], [shards, rays, waves]],
  [/racing|driving/, [rust, navy, crimson, teal], [bars, rays]],
  [/sport|football|soccer|golf/, [moss, ocean, jade], [bars, rings]],
  [/puzzle|hidden object|card|board|match|word/, [lagoon, indigo, teal, plum], [tiles, cubes, rings]],
  [/strateg|tactic|tower defen|4x|rts|war/, [navy, moss, steel, rust], [cubes, shards, orbits]],
  [/platform|arcade|retro|rogue|pixel/, [indigo, lagoon, plum, ember], [pixels, bars, cubes]],
  [/shooter|fps|bullet|battle|fight|hack/, [ember, night, rust, steel], [rays, shards, bars]],
  [/rpg|role|mmo|multiplayer|dungeon/, [violet, indigo, crimson, ocean], [orbits, peaks, shards]],
  [/visual novel|dating|story|narrative/, [rose, plum, violet], [waves, rings, peaks]],
  [/music|rhythm|audio/, [plum, ice, indigo], [rings, waves, bars]],
  [/simulat|sandbox|build|manage|farm|city/, [jade, ocean, moss, rust], [waves, cubes, peaks]],
  [/adventure|explor|surviv|open world/, [teal, moss, steel, rust, plum], [peaks, waves, orbits]],
  [/casual|clicker|idler|family|party/, [rose, ocean, jade, ember, violet], [rings, tiles, waves]],
  [/action/, [ember, crimson, night, lagoon, rust, violet], [rays, shards, bars, pixels, orbits]],
  [/utilit|design|software|video|education|develop|animation/, [ice, steel, indigo], [tiles, rings, cubes]],
];

const anyGenre: Style = {
  inks: [indigo, navy, teal, jade, plum, ember],
  motifs: [tiles, rings, orbits, pixels, waves, cubes, shards],
};

/** The style of a genre; a mixed one without a genre or for an unknown one. */
function styleOf(genre: string | null): Style {
  const name = genre?.toLowerCase() ?? "";
  const [, inks, motifs] = styles.find(([pattern]) => pattern.test(name)) ?? [];
  return inks && motifs ? { inks, motifs } : anyGenre;
}
