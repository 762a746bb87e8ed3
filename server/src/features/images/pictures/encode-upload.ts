import sharp, { type SharpOptions } from "sharp";

export interface Upload {
  /** WebP. */
  bytes: Buffer;
  width: number;
  height: number;
}

/** More would take too much memory, however small the file is. */
const maxPixels = 40_000_000;
const minSide = 100;
/** Twice the widest displayed picture. */
const maxSide = 1_840;

const decoding: SharpOptions = { limitInputPixels: maxPixels, failOn: "error", autoOrient: true };

/** The picture without metadata, rotated upright and bounded in size, or why it is rejected. */
export async function encodeUpload(bytes: Uint8Array): Promise<Upload | { problem: string }> {
  const size = await sizeOf(bytes);
  if (!size) return { problem: "The picture is damaged" };
  const { width, height } = size;
  if (width * height > maxPixels) {
    return { problem: `The picture has ${width} × ${height} pixels; at most ${maxPixels / 1e6} million are taken` };
  }
  if (Math.min(width, height) < minSide) {
    return { problem: `The picture has ${width} × ${height} pixels; at least ${minSide} × ${minSide} are needed` };
  }
  try {
    const { data, info } = await sharp(bytes, decoding)
      .resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 90 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return { problem: "The picture is damaged" };
  }
}

/** Reads only the header. */
async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number } | null> {
  try {
    const { width, height } = await sharp(bytes, { ...decoding, limitInputPixels: false }).metadata();
    return { width, height };
  } catch {
    return null;
  }
}
