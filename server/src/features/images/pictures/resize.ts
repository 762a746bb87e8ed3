import { type ImageVariant, imageHeight } from "contract/images/variants.ts";
import sharp, { type Sharp, type SharpOptions } from "sharp";

export type PictureFormat = "webp" | "avif";

// one thread per picture, so that a page of them leaves capacity; results are cached on disk, not here
sharp.concurrency(1);
sharp.cache(false);

/** A picture beyond 40 megapixels would take too much memory. */
const decoding: SharpOptions = { limitInputPixels: 40_000_000, failOn: "error", autoOrient: true };
const formats = new Set(["jpeg", "png", "webp", "gif", "heif"]);
/** The largest share of a picture that may be cropped. */
const maxCut = 0.4;

/** Rejects bytes that are not a complete picture in an accepted format, whatever their declared type. */
export async function checkPicture(bytes: Buffer): Promise<void> {
  const { format } = await sharp(bytes, decoding).metadata();
  if (!formats.has(format)) throw new Error(`not a picture: ${format}`);
  await sharp(bytes, decoding).resize(16, 16).raw().toBuffer();
}

/**
 * The picture in exactly that width and the variant's height. It is cropped where little is lost; else it is fitted
 * over an enlarged, blurred and darkened copy of itself.
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
  const picture = cut <= maxCut ? filled : await fitOver(filled, bytes, width, height);
  return format === "webp"
    ? picture.webp({ quality: 75 }).toBuffer()
    : picture.avif({ quality: 50, effort: 2 }).toBuffer();
}

async function fitOver(backdrop: Sharp, bytes: Buffer, width: number, height: number): Promise<Sharp> {
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
