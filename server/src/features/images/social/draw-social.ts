import sharp from "sharp";
import { escapeXml } from "../../../platform/process/escape-xml.ts";
import { cutLine, letter } from "../covers/lettering.ts";
import type { SocialFacts } from "../present.ts";

/** What social networks show at its best. */
const width = 1200;
const height = 630;
const coverWidth = 420;

const left = coverWidth + 60;
const frame = { width: width - left - 60, height: 190, lines: 2, sizes: [76, 66, 58, 50, 44, 38], breakingSize: 50 };
const fonts = "'Geist','Segoe UI',Roboto,'Liberation Sans','DejaVu Sans','Noto Sans','Noto Sans CJK SC',sans-serif";

/** The picture to share of a game, as a JPEG of 1200 × 630: its cover, and beside it title, price and low. */
export async function drawSocial(cover: Buffer, facts: SocialFacts): Promise<Buffer> {
  const art = await sharp(cover).resize(coverWidth, height, { fit: "cover" }).toBuffer();
  return sharp(Buffer.from(drawFacts(facts)))
    .composite([{ input: art, left: 0, top: 0 }])
    .flatten()
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

function drawFacts({ title, price, discount, regular, store, low, site }: SocialFacts): string {
  const lettering = letter(title, frame);
  const titleFoot = 90 + lettering.height;
  const lines = lettering.lines.map(({ text, size, weight, baseline }) =>
    line(text, { y: titleFoot - baseline, size, weight, fill: "#fff" }),
  );
  const top = titleFoot + 50;
  const chipWidth = 40 + (discount?.length ?? 0) * 30;
  const chip = discount
    ? `<rect x="${left}" y="${top}" width="${chipWidth}" height="76" rx="14" fill="#1f9d55"/>` +
      line(discount, { x: left + 20, y: top + 54, size: 46, weight: 800, fill: "#fff" })
    : "";
  const priceLeft = discount ? left + chipWidth + 28 : left;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${fonts}">` +
    `<rect width="${width}" height="${height}" fill="#0e1012"/>${lines.join("")}${chip}` +
    (price === null ? "" : line(price, { x: priceLeft, y: top + 60, size: 68, weight: 800, fill: "#fff" })) +
    (regular === null
      ? ""
      : line(regular, { x: left, y: top + 134, size: 38, weight: 500, fill: "#8b949e", struck: true })) +
    (store === null
      ? ""
      : line(cutLine(store, frame.width / 38 / 1.6), {
          x: regular === null ? left : left + 40 + regular.length * 24,
          y: top + 134,
          size: 38,
          weight: 500,
          fill: "#c9d1d9",
        })) +
    (low === null ? "" : line(low, { y: top + 196, size: 38, weight: 700, fill: "#4ade80" })) +
    `${line(site, { y: height - 48, size: 32, weight: 700, fill: "#8b949e" })}</svg>`
  );
}

interface Lettered {
  x?: number;
  y: number;
  size: number;
  weight: number;
  fill: string;
  struck?: true;
}

function line(text: string, { x = left, y, size, weight, fill, struck }: Lettered): string {
  const font = `font-size="${size}" font-weight="${weight}" fill="${fill}"`;
  const decoration = struck ? ' text-decoration="line-through"' : "";
  return `<text x="${x}" y="${y.toFixed(1)}" ${font}${decoration}>${escapeXml(text)}</text>`;
}
