import { createHash } from "node:crypto";
import { invalid } from "contract/core/errors.ts";
import { uploadUrl } from "contract/images/uploads.ts";
import type { Db } from "../../platform/db/connect.ts";
import { encodeUpload, type Upload } from "./pictures/encode-upload.ts";
import { sniffPicture } from "./pictures/sniff.ts";
import { uploadedPictures } from "./table.ts";

/**
 * An uploaded picture as it is stored: re-encoded, without metadata. Throws `invalid` for what is no picture of a
 * kind that is taken, whatever it is called, and for one that is too large or too small.
 */
export async function readUploaded(bytes: Uint8Array): Promise<Upload> {
  const found = sniffPicture(bytes);
  if ("problem" in found) throw refuse(found.problem);
  const upload = await encodeUpload(bytes);
  if ("problem" in upload) throw refuse(upload.problem);
  return upload;
}

/** Stores it and returns its address; the same picture twice is stored once. */
export async function storeUpload(tx: Db, { bytes, width, height }: Upload, now: Date): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  await tx
    .insert(uploadedPictures)
    .values({ hash, bytes, width, height, uploadedAt: now })
    // what is used again is no longer about to be forgotten
    .onConflictDoUpdate({ target: uploadedPictures.hash, set: { uploadedAt: now } });
  return uploadUrl(hash);
}

function refuse(msg: string) {
  return invalid([{ path: "picture", msg }]);
}
