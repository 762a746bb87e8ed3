import { repeats } from "./processes/soak.ts";

/**
 * Multiplies time limits in `npm test`, where three attempts on a busy machine are inexact; 1 in `npm run soak`.
 */
export const leeway = repeats(4, 1);

/** The duration in milliseconds, corrected for other work on the machine. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = slowness();
  const start = performance.now();
  await work();
  const time = performance.now() - start;
  return time / Math.max(before, slowness());
}

/**
 * The median duration in milliseconds, corrected for other work on the machine. It ends as soon as most durations are
 * below `enough` milliseconds even without the correction, and returns the longest of these.
 */
export async function medianTime(work: () => Promise<unknown>, enough = 0): Promise<number> {
  const attempts = repeats(3, 7);
  const short: number[] = [];
  for (let attempt = 0; attempt < attempts && enough > 0; attempt += 1) {
    const start = performance.now();
    await work();
    const time = performance.now() - start;
    if (time < enough) short.push(time);
    if (short.length > attempts / 2) return Math.max(...short);
  }
  const times: number[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) times.push(await timeOf(work));
  return times.sort((a, b) => a - b)[Math.floor(attempts / 2)]!;
}

/** CPU time of the thread for linear work that a processor of usual speed does in 5 ms, as a multiple of these; >= 1. */
export function cpuSlowness(): number {
  return Math.max(1, cpuTime(() => "a, ".repeat(350_000).replace(/[^\p{L}\p{N}]+/gu, " "), 5) / 5);
}

const maxAttempts = 25;

/**
 * The thread's CPU time in milliseconds, the least of several measurements: the first ones also compile the code, and
 * any may include a garbage collection. It ends with the first one up to `enough` milliseconds.
 */
export function cpuTime(act: () => unknown, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < maxAttempts && least > enough; attempt++) {
    least = Math.min(least, cpuOf(act));
  }
  return least;
}

/** The thread's CPU time for one call in milliseconds. */
export function cpuOf(act: () => unknown): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** CPU time that a measurement of the machine's load takes. */
const sampleMs = 8;

/** Elapsed time per CPU time; 1 on an idle machine. */
function slowness(): number {
  const start = performance.now();
  const used = process.cpuUsage();
  let spent = 0;
  while (spent < sampleMs) {
    const { user, system } = process.cpuUsage(used);
    spent = (user + system) / 1_000;
  }
  return Math.max(1, (performance.now() - start) / spent);
}
