import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findPostmaster } from "../../platform/db/embedded/postmaster.ts";

/** Sends a signal to all processes of the data folder's server, the postmaster first. Linux only. */
export function signalDatabase(dataDir: string, signal: NodeJS.Signals): void {
  const { pid = 0 } = findPostmaster(join(dataDir, "postgres")) ?? {};
  process.kill(pid, signal);
  const others = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  for (const name of others) {
    try {
      const parent = readFileSync(`/proc/${name}/stat`, "latin1").split(") ")[1]?.split(" ")[1];
      if (parent === String(pid)) process.kill(Number(name), signal);
    } catch {
      // It has exited.
    }
  }
}
