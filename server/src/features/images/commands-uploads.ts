import { createHash } from "node:crypto";
import { invalid } from "contract/core/errors.ts";
import { uploadUrl } from "contract/images/uploads.ts";
import type { Db } from "../../platform/db/connect.ts";
import { encodeUpload, type Upload } from "./pictures/encode-upload.ts";
import { sniffPicture } from "./pictures/sniff.ts";
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
