import { totalmem } from "node:os";

/** What all processes of the machine, or of the container, may take together, in bytes. */
export const memoryLimit = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

const megabyte = 1024 ** 2;

/** So much of the limit as `part` says, 1/16 for instance, but no less than `least` and no more than `most`; all in whole megabytes. */
export function shareOfMemory(part: number, { least, most }: { least: number; most: number }, limit = memoryLimit) {
  return Math.min(Math.max(Math.floor((limit * part) / megabyte), least), most);
}
