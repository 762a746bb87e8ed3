import type { Db } from "../../platform/db/connect.ts";
import { eq } from "../../platform/db/drizzle.ts";
import { uploadedPictures } from "./table.ts";

/** The bytes of an uploaded picture, a WebP; `null` when there is none. */
export async function readUpload(db: Db, hash: string): Promise<Buffer | null> {
  const [found] = await db
    .select({ bytes: uploadedPictures.bytes })
    .from(uploadedPictures)
    .where(eq(uploadedPictures.hash, hash));
  return found?.bytes ?? null;
}
