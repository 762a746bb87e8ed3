import { createHash } from "node:crypto";
import { invalid } from "contract/core/errors.ts";
import { uploadUrl } from "contract/images/uploads.ts";
import sharp, { type SharpOptions } from "sharp";
import type { Db } from "../../platform/db/connect.ts";
import { uploadedPictures } from "./table.ts";

/**
 * Re-encodes an uploaded picture for storage, without metadata. Throws `invalid` for unsupported formats, whatever
 * their declared type, and for pictures that are too large or too small.
 */
export async function readUploaded(bytes: Uint8Array): Promise<Upload> {
  const found = sniffPicture(bytes);
  if ("problem" in found) throw refuse(found.problem);
  const upload = await encodeUpload(bytes);
  if ("problem" in upload) throw refuse(upload.problem);
  return upload;
}

/** Stores the picture and returns its address; identical pictures share one row. */
export async function storeUpload(tx: Db, { bytes, width, height }: Upload, now: Date): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  await tx
    .insert(uploadedPictures)
    .values({ hash, bytes, width, height, uploadedAt: now })
    // restarts the delay before unused pictures are deleted
    .onConflictDoUpdate({ target: uploadedPictures.hash, set: { uploadedAt: now } });
  return uploadUrl(hash);
}

function refuse(msg: string) {
  return invalid([{ path: "picture", msg }]);
}

interface Upload {
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
async function encodeUpload(bytes: Uint8Array): Promise<Upload | { problem: string }> {
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

/** The kinds of pictures that can be uploaded. */
type PictureKind = "png" | "jpeg" | "webp" | "avif";

const hint = "upload a PNG, JPEG, WebP or AVIF";

/** The format of a file by its first bytes, ignoring the declared type, or why it is rejected. */
function sniffPicture(bytes: Uint8Array): { kind: PictureKind } | { problem: string } {
  const head = Buffer.from(bytes.subarray(0, 256));
  const at = (start: number, text: string) => head.toString("latin1", start, start + text.length) === text;
  if (head.length === 0) return { problem: `The file is empty; ${hint}` };
  if (at(0, "\x89PNG\r\n\x1a\n")) return { kind: "png" };
  if (at(0, "\xff\xd8\xff")) return { kind: "jpeg" };
  if (at(0, "RIFF") && at(8, "WEBP")) return { kind: "webp" };
  if (at(4, "ftyp") && brandsOf(head).some((brand) => brand === "avif" || brand === "avis")) return { kind: "avif" };
  const other = otherKind(head, at);
  return { problem: `${other ? `This is ${other}` : "This is no picture"}; ${hint}` };
}

/** The main brand of an ISO file and those that it is compatible with. */
function brandsOf(head: Buffer): string[] {
  const end = Math.min(head.length < 16 ? 0 : head.readUInt32BE(0), head.length);
  const brands = [head.toString("latin1", 8, 12)];
  for (let start = 16; start + 4 <= end; start += 4) brands.push(head.toString("latin1", start, start + 4));
  return brands;
}

function otherKind(head: Buffer, at: (start: number, text: string) => boolean): string | null {
  if (at(0, "GIF8")) return "a GIF";
  if (at(0, "BM")) return "a bitmap";
  if (at(0, "II*\0") || at(0, "MM\0*")) return "a TIFF";
  if (at(4, "ftyp")) return "a HEIC picture or a film";
  if (at(0, "%PDF")) return "a PDF";
  const text = head
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trimStart()
    .toLowerCase();
  if (text.startsWith("<svg") || (text.startsWith("<?xml") && text.includes("<svg"))) return "an SVG";
  return text.startsWith("<") ? "a page or XML" : null;
}
