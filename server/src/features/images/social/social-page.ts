import sharp from "sharp";
import { letter } from "../covers/lettering.ts";
import { type DrawnLine, drawLine } from "../covers/letters.ts";

/** The size that social networks recommend. */
const width = 1200;
const height = 630;
const coverWidth = 420;

/** Where texts begin, beside the covers. */
export const left = coverWidth + 60;
export const frame = {
  width: width - left - 60,
  height: 190,
  lines: 2,
  sizes: [84, 76, 66, 58, 50, 44, 38],
};
/** For letters that the site's typeface lacks. */
const fonts = "'Segoe UI',Roboto,'Liberation Sans','DejaVu Sans','Noto Sans','Noto Sans CJK SC',sans-serif";

/** A picture to share as a JPEG of 1200 × 630: one cover, or four, beside what `drawPage` has drawn. */
export async function compose(page: string, covers: readonly Buffer[]): Promise<Buffer> {
  const across = covers.length === 4 ? 2 : 1;
  const size = { width: coverWidth / across, height: height / across };
  const placed = covers.slice(0, across * across).map(async (cover, index) => ({
    input: await sharp(cover).resize(size.width, size.height, { fit: "cover" }).toBuffer(),
    left: (index % across) * size.width,
    top: Math.floor(index / across) * size.height,
  }));
  return sharp(Buffer.from(page))
    .composite(await Promise.all(placed))
    .flatten()
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

/** The page as SVG, with the site's name at its foot. */
export function drawPage(content: string, site: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${fonts}">` +
    `<rect width="${width}" height="${height}" fill="#0e1012"/>${content}` +
    `${line(site, { y: height - 48, size: 32, weight: 800, fill: "#8b949e" })}</svg>`
  );
}

/** The title at the top of the page, and where it ends. */
export function drawTitle(title: string): { lines: string; foot: number } {
  const lettering = letter(title, frame);
  const foot = 90 + lettering.height;
  const lines = lettering.lines.map(({ text, size, weight, baseline }) =>
    line(text, { y: foot - baseline, size, weight, fill: "#fff" }),
  );
  return { lines: lines.join(""), foot };
}

/** A line beside the covers, unless it begins elsewhere. */
export function line(text: string, { x = left, ...drawn }: Omit<DrawnLine, "x"> & { x?: number }): string {
  return drawLine(text, { x, ...drawn });
}
