import { knownGenresOf } from "contract/games/genres.ts";
import { splitTags } from "contract/games/rules.ts";
import type { ImageVariant } from "contract/images/variants.ts";
import { escapeXml } from "../../../platform/process/escape-xml.ts";
import { pick } from "../../../platform/process/random.ts";
import { cutLine, type Frame, letter } from "./lettering.ts";
import { drawLine, hasLetters } from "./letters.ts";
import * as motifs from "./motifs.ts";
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
    frame: { width: 372, height: 116, lines: 4, sizes: [76, 68, 60, 53, 47, 42, 37, 33, 29, 26, 23, 20, 17] },
    labelSize: 12,
    shade: { x1: 0, y1: 1, x2: 0.5, y2: 0.05 },
  },
  portrait: {
    width: 300,
    height: 450,
    margin: 24,
    focus: [0.62, 0.3],
    // narrower than the margins, as cards crop the picture
    frame: { width: 242, height: 190, lines: 4, sizes: [84, 74, 65, 57, 50, 44, 39, 34, 30, 26, 23, 20, 17] },
    labelSize: 13,
    shade: { x1: 0, y1: 1, x2: 0.12, y2: 0.3 },
  },
};

/**
 * The cover that stands for a game without a picture, as an SVG document of 460 × 215 or 300 × 450 units:
 * the title over a pattern in the colours of the genre, if it is known, and the genre by its name in a language. The
 * same title, genre, name and variant give the same cover.
 */
export function drawCover(
  title: string,
  genres: string | null,
  variant: ImageVariant,
  genreName = firstGenreOf(genres),
): string {
  const genre = knownGenresOf(genres);
  const { width, height, margin, focus, frame, labelSize, shade } = layouts[variant];
  const random = randomFromText(title);
  const style = styleOf(genre);
  const [hue, accentHue] = pick(random, style.inks);
  const drift = random() * 40 - 20;
  const tones = tonesOf(hue + drift, accentHue + drift);
  // any motif, so that neighbours of the same genre seldom look alike; those of the genre twice as often
  const draw = pick(random, [...allMotifs, ...style.motifs]);
  const pattern = draw({ width, height, focus: { x: focus[0] * width, y: focus[1] * height }, tones, random });
  const lettering = letter(title, frame);
  const foot = height - margin + 2;
  const top = foot - lettering.height;

  const plain = !hasLetters(title.normalize());
  const lines = lettering.lines.map(({ text, size, weight, baseline }) =>
    drawLine(text, { x: margin, y: foot - baseline, size, weight, fill: "#fff", plain }),
  );
  const genreLabel = genreName === null ? "" : labelOf(genreName, (frame.width - 11) / labelSize);
  const label = genreLabel
    ? `<rect x="${margin}" y="${(top - labelSize - 6).toFixed(1)}" width="3" height="${labelSize}" fill="${tones.accent}"/>` +
      drawLine(genreLabel, {
        x: margin + 11,
        y: top - 8,
        size: labelSize,
        weight: 800,
        fill: tones.accent,
        spacing: labelSpacing,
      })
    : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${systemFonts}">` +
    `<title>${escapeXml(title)}</title><defs>` +
    `<linearGradient id="ground" x1="0" y1="1" x2="1" y2="0"><stop stop-color="${tones.deep}"/><stop offset="1" stop-color="${tones.base}"/></linearGradient>` +
    `<linearGradient id="shade" x1="${shade.x1}" y1="${shade.y1}" x2="${shade.x2}" y2="${shade.y2}">` +
    `<stop stop-color="${tones.deep}"/><stop offset=".45" stop-color="${tones.deep}" stop-opacity=".86"/><stop offset="1" stop-color="${tones.deep}" stop-opacity="0"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#ground)"/>${pattern}` +
    `<rect width="${width}" height="${height}" fill="url(#shade)"/>${label}${lines.join("")}</svg>`
  );
}

/** The genre that covers name: the first one that is known. */
export function firstGenreOf(genres: string | null): string | null {
  return splitTags(knownGenresOf(genres))[0] ?? null;
}

/** Between the capitals of the label, in ems. */
const labelSpacing = 0.1;

/** A genre in capitals, cut to a line of `width` ems. */
function labelOf(genre: string, width: number): string {
  return cutLine(genre.toUpperCase(), width / (1 + labelSpacing / 0.6));
}

/** For titles with letters that the site's typeface lacks, such as Japanese ones. */
const systemFonts =
  "'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans',Arial,'Noto Sans','Noto Sans CJK SC',sans-serif";

/** Two hues in degrees: that of the cover, and that of its accent. */
type Ink = readonly [hue: number, accentHue: number];

const { bars, chevrons, contours, cubes, dots, hexagons, orbits, peaks } = motifs;
const { petals, pixels, rays, rings, shards, skyline, tiles, waves } = motifs;
const allMotifs: readonly motifs.Motif[] = Object.values(motifs);

/** How the covers of a genre may look. */
interface Style {
  inks: readonly Ink[];
  motifs: readonly motifs.Motif[];
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
  [/racing|driving/, [rust, navy, crimson, teal], [bars, chevrons]],
  [/sport|football|soccer|golf/, [moss, ocean, jade], [chevrons, rings]],
  [/puzzle|hidden object|card|board|match|word/, [lagoon, indigo, teal, plum], [tiles, cubes, rings]],
  [/strateg|tactic|tower defen|4x|rts|war/, [navy, moss, steel, rust], [hexagons, contours, cubes]],
  [/platform|arcade|retro|rogue|pixel/, [indigo, lagoon, plum, ember], [pixels, bars, cubes]],
  [/shooter|fps|bullet|battle|fight|hack/, [ember, night, rust, steel], [rays, shards, bars]],
  [/rpg|role|mmo|multiplayer|dungeon/, [violet, indigo, crimson, ocean], [orbits, peaks, shards]],
  [/visual novel|dating|story|narrative/, [rose, plum, violet], [petals, waves, peaks]],
  [/music|rhythm|audio/, [plum, ice, indigo], [rings, dots, bars]],
  [/simulat|sandbox|build|manage|farm|city/, [jade, ocean, moss, rust], [skyline, cubes, hexagons]],
  [/adventure|explor|surviv|open world/, [teal, moss, steel, rust, plum], [peaks, contours, waves]],
  [/casual|clicker|idler|family|party/, [rose, ocean, jade, ember, violet], [petals, dots, tiles]],
  [/action/, [ember, crimson, night, lagoon, rust, violet], [rays, shards, chevrons]],
  [/utilit|design|software|video|education|develop|animation/, [ice, steel, indigo], [tiles, rings, cubes]],
];

const anyGenre: Style = { inks: [indigo, navy, teal, jade, plum, ember, rust, violet], motifs: [] };

/** The style of a genre; a mixed one without a genre or for an unknown one. */
function styleOf(genre: string | null): Style {
  const name = genre?.toLowerCase() ?? "";
  const [, inks, motifs] = styles.find(([pattern]) => pattern.test(name)) ?? [];
  return inks && motifs ? { inks, motifs } : anyGenre;
}
