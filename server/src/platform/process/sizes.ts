import { readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";

const megabyte = 1024 ** 2;

export interface Machine {
  memoryBytes: number;
  processors: number;
}

/** The machine or, where they are lower, the limits of the container. Node reads cgroups, but no quota of version 1. */
export const machine: Machine = {
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  processors: Math.min(availableParallelism(), firstVersionQuota()),
};

/** The processors that cgroups of version 1 allow, counted as Node does for version 2: rounded down, at least one. */
function firstVersionQuota(): number {
  try {
    const read = (name: string) => Number(readFileSync(`/sys/fs/cgroup/cpu/cpu.cfs_${name}_us`, "utf8"));
    const quota = read("quota");
    return quota > 0 ? Math.max(1, Math.floor(quota / read("period"))) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** What each process takes, in MB where the name says so. */
export interface Sizes {
  /** Of the embedded PostgreSQL. */
  sharedBuffersMb: number;
  workMemMb: number;
  maxConnections: number;
  /** To build indexes when a backup is restored. */
  maintenanceMb: number;
  /** Connections in the pool: each is a process of PostgreSQL. */
  connections: number;
  /** The most for the prices of markets, unless PRICE_BOOKS_MB states it. */
  priceBooksMb: number;
  /** Cached pages, and cached responses of the API. */
  pageCacheMb: number;
  responseCacheMb: number;
  /** Each cache of what lists and searches found, and that of drawings. */
  resultCacheMb: number;
  /** Each takes a processor, of which the event loop needs one. */
  passwordThreads: number;
  /** Pictures resized at once, on two of Node's four pool threads at most: the others read files. */
  pictureThreads: number;
}

/** Memory is rounded to this: a system reports less than it has, because its kernel takes some. */
const stepMb = 512;

/** The sizes for a machine. They grow up to 4 GB; beyond that, only shared buffers and cached pages do. */
export function sizesFor({ memoryBytes, processors }: Machine): Sizes {
  const memoryMb = Math.round(memoryBytes / megabyte / stepMb) * stepMb;
  const share = (part: number, min: number, max: number) => Math.min(Math.max(Math.floor(memoryMb * part), min), max);
  return {
    sharedBuffersMb: share(1 / 16, 32, 1_024),
    workMemMb: share(1 / 256, 4, 16),
    maxConnections: share(1 / 16, 50, 100),
    maintenanceMb: share(1 / 16, 32, 256),
    connections: share(1 / 256, 5, 8),
    priceBooksMb: share(1 / 8, 64, 512),
    pageCacheMb: Math.max(share(1 / 64, 8, 48), share(1 / 128, 0, 96)),
    responseCacheMb: share(1 / 128, 4, 24),
    resultCacheMb: share(1 / 256, 4, 16),
    passwordThreads: processors > 2 ? 2 : 1,
    pictureThreads: memoryMb < 2_048 ? 1 : 2,
  };
}

export const sizes = sizesFor(machine);
