import { type ImageVariant, imageHeight } from "contract/images/variants.ts";
import sharp, { type Sharp, type SharpOptions } from "sharp";

export type PictureFormat = "webp" | "avif";

// One picture is one thread's work, so that a page of them leaves room for everything else; no width is requested
// twice.
sharp.concurrency(1);
sharp.cache(false);

/** A picture beyond 40 megapixels would take too much memory. */
const decoding: SharpOptions = { limitInputPixels: 40_000_000, failOn: "error", autoOrient: true };
const formats = new Set(["jpeg", "png", "webp", "gif", "heif"]);
/** Up to this part of a picture may be cut away to make it fit. */
const maxCut = 0.4;

/** Rejects when the bytes are not a whole picture in a format that we take, whatever they were called. */
export async function checkPicture(bytes: Buffer): Promise<void> {
  const { format } = await sharp(bytes, decoding).metadata();
  if (!formats.has(format)) throw new Error(`not a picture: ${format}`);
  await sharp(bytes, decoding).resize(16, 16).raw().toBuffer();
}

/**
 * The picture in exactly that width and the variant's height. It is cut where little is lost; else it stands whole
 * before an enlarged, blurred and darkened copy of itself.
 */
export async function resizePicture(
  bytes: Buffer,
  variant: ImageVariant,
  width: number,
  format: PictureFormat,
): Promise<Buffer> {
  const height = imageHeight(variant, width);
  const { autoOrient: original } = await sharp(bytes, decoding).metadata();
  const stretch = original.width / original.height / (width / height);
  const cut = 1 - Math.min(stretch, 1 / stretch);
  const filled = sharp(bytes, decoding).resize(width, height, { fit: "cover", position: "attention" });
  const picture = cut <= maxCut ? filled : await standBefore(filled, bytes, width, height);
  return format === "webp"
    ? picture.webp({ quality: 75 }).toBuffer()
    : picture.avif({ quality: 50, effort: 2 }).toBuffer();
}

async function standBefore(backdrop: Sharp, bytes: Buffer, width: number, height: number): Promise<Sharp> {
  const [whole, blurred] = await Promise.all([
    sharp(bytes, decoding).resize(width, height, { fit: "inside" }).png({ compressionLevel: 1 }).toBuffer(),
    backdrop
      .blur(width / 25)
      .modulate({ brightness: 0.55 })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  ]);
  return sharp(blurred).composite([{ input: whole }]);
}
