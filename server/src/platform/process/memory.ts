import { totalmem } from "node:os";

/** The memory of the machine or the container, in bytes. */
export const memoryLimit = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

const megabyte = 1024 ** 2;

/** A part of the limit, such as 1/16, from `min` to `max`; in whole megabytes. */
export function shareOfMemory(part: number, { min, max }: { min: number; max: number }, limit = memoryLimit) {
  return Math.min(Math.max(Math.floor((limit * part) / megabyte), min), max);
}
