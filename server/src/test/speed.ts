import { repeats } from "./soak.ts";

/**
 * What promised times are multiplied with: in `npm test` a median of three tries on a machine with other work says so
 * much and no more. In `npm run soak` the promise itself must hold.
 */
export const leeway = repeats(4, 1);

/**
 * How long it takes, in milliseconds of a machine that does nothing else: the median of a few tries, each against how much
 * slower the machine was around it.
 */
export async function medianTime(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let before = slowness();
  for (let attempt = 0; attempt < repeats(3, 7); attempt += 1) {
    const start = performance.now();
    await act();
    const time = performance.now() - start;
    const after = slowness();
    times.push(time / Math.max(before, after));
    before = after;
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

/** Milliseconds of the processor that tell how busy the machine is. */
const sample = 8;

/** How long work takes now, for each millisecond that the processor spends on it; 1 = nobody else wants it. */
function slowness(): number {
  const start = performance.now();
  const used = process.cpuUsage();
  let spent = 0;
  while (spent < sample) {
    const { user, system } = process.cpuUsage(used);
    spent = (user + system) / 1_000;
  }
  return Math.max(1, (performance.now() - start) / spent);
}
