import { repeats } from "./soak.ts";

/**
 * What promised times are multiplied with: in `npm test` others may use the machine too, and what takes 20 ms takes 200 ms
 * now and then. In `npm run soak`, on a machine of its own, the promise itself must hold.
 */
export const busy = repeats(5, 1);

/** How long it takes, in milliseconds: the median of a few tries. */
export async function medianTime(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let attempt = 0; attempt < repeats(3, 7); attempt += 1) {
    const start = performance.now();
    await act();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
