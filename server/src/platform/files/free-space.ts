import { statfs } from "node:fs/promises";

/** How many bytes are free on a disk. */
export type FreeBytes = () => Promise<number>;

/** Disk space that files and tables from outside leave free for everything else. */
export const reservedBytes = 256 * 1024 * 1024;

/** The bytes that the folder's disk has left; infinite where that is unknown. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }));
  return bavail * bsize;
}
