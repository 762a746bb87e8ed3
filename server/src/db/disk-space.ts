import { statfs } from "node:fs/promises";

/** Below this there is time left to do something about it. */
const lowBytes = 512 * 1024 ** 2;
/** What a server has to write before it runs: two segments of its log. */
const neededBytes = 32 * 1024 ** 2;
const lookEveryMs = 15_000;

/** Whether a database server can start on the folder's disk. */
export async function hasRoom(folder: string): Promise<boolean> {
  return (await freeBytes(folder)) >= neededBytes;
}

/** To be called again and again: looks now and then, and warns once each time that the folder's disk gets full. */
export function watchDiskSpace(folder: string, log: { warn(message: string): void }): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLow = false;
  return async () => {
    if (performance.now() - lookedAt < lookEveryMs) return;
    lookedAt = performance.now();
    const free = await freeBytes(folder);
    const wasLow = isLow;
    // a little more than it takes to be low, or it would be told at every turn
    isLow = free < (wasLow ? lowBytes * 1.2 : lowBytes);
    if (!isLow || wasLow) return;
    log.warn(`The disk of DATA_DIR has ${Math.floor(free / 1024 ** 2)} MB left; when it is full nothing can be saved`);
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }));
  return bavail * bsize;
}
