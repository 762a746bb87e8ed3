import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Pool } from "pg";

/** The kernel counts processor time in these, in every process' `stat`. */
const ticksPerSecond = 100;

interface ProcessStat {
  pid: number;
  parent: number;
  /** In seconds, of the process and all its threads. */
  own: number;
  /** In seconds, of its children that have ended. */
  ofEnded: number;
}

/** Processor seconds that these processes have used so far, all their threads included. */
export function processorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (readStat(pid)?.own ?? 0), 0);
}

/** The same of a process and all that it has started: a database works in many. */
export function treeSeconds(root: number): number {
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));
  const tree = all.filter(({ pid, parent }) => pid === root || parent === root);
  return tree.reduce((sum, { pid, own, ofEnded }) => sum + own + (pid === root ? ofEnded : 0), 0);
}

/** The first process of a database server on this machine, of which all others are children. */
export async function findServer(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const stat = readStat(rows[0]!.pid);
  if (!stat) throw new Error("The database server is on another machine: its processor time cannot be seen");
  return stat.parent;
}

const taskset = "/usr/bin/taskset";

/** Whether processes can be held to certain cores here. */
export const canPin = existsSync(taskset);

/** Holds a process and all its threads to these cores, such as `0,1`; does nothing where that is not possible. */
export function pin(pid: number, cores: string): void {
  if (!canPin) return;
  const { status, stderr } = spawnSync(taskset, ["-acp", cores, String(pid)], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Process ${pid} cannot be held to cores ${cores}: ${stderr}`);
}

function readStat(pid: number): ProcessStat | null {
  try {
    // the name, in brackets, may hold anything
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const seconds = (first: number) => (fields[first]! + fields[first + 1]!) / ticksPerSecond;
    return { pid, parent: fields[1]!, own: seconds(11), ofEnded: seconds(13) };
  } catch {
    // ended meanwhile
    return null;
  }
}
