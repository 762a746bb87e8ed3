import { chmodSync, mkdtempSync, readFileSync, statfsSync } from "node:fs";

/** Bytes. A run of all tests holds less than a quarter of it at any time. */
const plenty = 8e9;

/**
 * A folder in memory for a run's temporary files, where each of the tests' many databases is made and removed in a tenth of
 * the time that a disk takes: it has a thousand files. Null where there is none, not much memory, or TMPDIR says where to go.
 */
export function makeMemoryFolder() {
  if (process.env.TMPDIR || !isInMemory("/dev/shm")) return null;
  const { bavail, bsize } = statfsSync("/dev/shm");
  // a container may have less than the machine
  if (Math.min(bavail * bsize, process.availableMemory?.() ?? 0) < plenty) return null;
  const folder = mkdtempSync("/dev/shm/lootwise-");
  // as /tmp is: a database may belong to another user
  chmodSync(folder, 0o1777);
  return folder;
}

/** Whether it is a tmpfs that can be written to, and programs in it may be run. */
function isInMemory(folder) {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const mount = mounts.map((line) => line.split(" ")).findLast(([, place]) => place === folder);
    const options = mount?.[3]?.split(",") ?? [];
    return mount?.[2] === "tmpfs" && options.includes("rw") && !options.includes("noexec");
  } catch {
    return false;
  }
}
