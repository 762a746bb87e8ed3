import { freeBytesOf } from "../../files/free-space.ts";

/** Leaves the operator time to act. */
const lowBytes = 512 * 1024 ** 2;
/** Two WAL segments, which a starting server writes. */
const neededBytes = 32 * 1024 ** 2;
const checkEveryMs = 15_000;

/** Whether a database server can start on the folder's disk. */
export async function hasRoom(folder: string): Promise<boolean> {
  return (await freeBytesOf(folder)) >= neededBytes;
}

/** Call it often: checks from time to time, and warns once when the disk is almost full. */
export function watchDiskSpace(folder: string, log: { warn(message: string): void }): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isLow = false;
  return async () => {
    if (performance.now() - checkedAt < checkEveryMs) return;
    checkedAt = performance.now();
    const free = await freeBytesOf(folder);
    const wasLow = isLow;
    // hysteresis prevents repeated warnings
    isLow = free < (wasLow ? lowBytes * 1.2 : lowBytes);
    if (!isLow || wasLow) return;
    log.warn(`The disk of DATA_DIR has ${Math.floor(free / 1024 ** 2)} MB free; nothing can be saved when it is full`);
  };
}
