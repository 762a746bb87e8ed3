// Writes the outlines of the site's typeface that pictures are lettered with. Only for another version of the font; it
// needs two packages that the site does not: npm install --no-save fontkit wawoff2 && node scripts/outline-letters.mjs
import { readFileSync, writeFileSync } from "node:fs";
import * as fontkit from "fontkit";
import wawoff2 from "wawoff2";

const font = new URL("../node_modules/@fontsource-variable/geist/", import.meta.url);
const target = new URL("../server/src/features/images/covers/letters.tsv", import.meta.url);
const files = ["latin", "latin-ext", "cyrillic"];
const weights = [500, 800];
/** Letters that titles of European languages have; others are left to the fonts of the system. */
const drawn = /^[ -~\u00a1-\u00ac\u00ae-\u017f\u0400-\u045f\u0490\u0491\u2010-\u2044\u20a0-\u20bf\u2122\u2212]$/;
/** Letters between which the distance is looked up. */
const kerned = /^[A-Za-z0-9'’.,:-]$/;
/** Smaller distances make no visible difference, in thousandths of the size. */
const minKerning = 20;

const rows = [];
const pairs = new Map();
for (const file of files) {
  const woff = readFileSync(new URL(`files/geist-${file}-wght-normal.woff2`, font));
  const variable = fontkit.create(Buffer.from(await wawoff2.decompress(woff)));
  if (variable.unitsPerEm !== 1000) throw new Error("The outlines are in thousandths");
  for (const weight of weights) {
    const face = variable.getVariation({ wght: weight });
    const known = new Set(rows.filter((row) => row.weight === weight).map((row) => row.letter));
    for (const code of face.characterSet) {
      const letter = String.fromCodePoint(code);
      if (!drawn.test(letter) || known.has(letter)) continue;
      const glyph = face.glyphForCodePoint(code);
      rows.push({ weight, letter, advance: Math.round(glyph.advanceWidth), path: outline(glyph.path.commands) });
    }
    if (file === "latin" && weight === 800) findPairs(face);
  }
}
const { copyright } = fontkit.create(
  Buffer.from(await wawoff2.decompress(readFileSync(new URL("files/geist-latin-wght-normal.woff2", font)))),
);
writeFileSync(
  target,
  [
    `# ${copyright}, SIL Open Font License 1.1. Written by scripts/outline-letters.mjs.`,
    "# weight, letter, advance and outline in thousandths of the size, upwards; or a letter and its distances to others",
    ...rows.map(({ weight, letter, advance, path }) => [weight, letter, advance, path].join("\t")),
    ...[...pairs].map(([letter, distances]) => ["kern", letter, distances.join(" ")].join("\t")),
    "",
  ].join("\n"),
);

function findPairs(face) {
  const letters = [...face.characterSet].map((code) => String.fromCodePoint(code)).filter((one) => kerned.test(one));
  const advanceOf = (letter) => face.layout(letter).positions[0].xAdvance;
  const advances = new Map(letters.map((letter) => [letter, advanceOf(letter)]));
  for (const first of letters) {
    const distances = letters.flatMap((second) => {
      const { positions } = face.layout(first + second);
      if (positions.length !== 2) return [];
      const distance = Math.round(positions[0].xAdvance - advances.get(first));
      return Math.abs(distance) < minKerning ? [] : [`${second}${distance}`];
    });
    if (distances.length > 0) pairs.set(first, distances);
  }
}

/** SVG path data, relative to where the letter begins. */
function outline(commands) {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const relative = (args) => {
    const points = args.map(Math.round);
    const written = points.map((value, index) => value - (index % 2 === 0 ? x : y));
    [x, y] = points.slice(-2);
    return written.reduce((text, value, index) => `${text}${index > 0 && value >= 0 ? " " : ""}${value}`, "");
  };
  const names = { moveTo: "m", lineTo: "l", quadraticCurveTo: "q", bezierCurveTo: "c" };
  return commands
    .map(({ command, args }) => {
      if (command === "closePath") {
        [x, y] = [startX, startY];
        return "z";
      }
      const written = `${names[command]}${relative(args)}`;
      if (command === "moveTo") [startX, startY] = [x, y];
      return written;
    })
    .join("");
}
