import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { onTestFinished } from "vitest";

/** A disk in memory that can be filled and made read-only. Unmounted after the test. */
export interface SmallDisk {
  folder: string;
  /** Writes until the disk is full. */
  fill(): Promise<void>;
  removeSample(): Promise<void>;
  setReadOnly(readOnly: boolean): void;
}

/** Whether this user can mount disks; warns if not. */
export function canMount(): boolean {
  const can = process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "true"]).status === 0;
  if (!can) console.warn("Skipped tests of full and read-only disks: this user cannot mount disks");
  return can;
}

export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true });
  mount("-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder);
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  const filler = join(folder, "filler");
  return {
    folder,
    async fill() {
      const endless = Readable.from(zeros());
      await pipeline(endless, createWriteStream(filler)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOSPC") throw error;
      });
    },
    removeSample: () => rm(filler),
    setReadOnly: (readOnly) => mount("-o", `remount,${readOnly ? "ro" : "rw"}`, folder),
  };
}

function mount(...args: string[]): void {
  const { status, stderr } = spawnSync("mount", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

function* zeros(): Generator<Buffer> {
  const block = Buffer.alloc(64 * 1024);
  for (;;) yield block;
}
