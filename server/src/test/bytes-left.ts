import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: { type: "major" | "minor" }) => void;

/** Bytes outside of V8's heap. */
const outside = () => process.memoryUsage().arrayBuffers;

/** Bytes within it. */
export const inHeap = () => process.memoryUsage().heapUsed;

/** Bytes that the work leaves behind when only what is young is swept, as it happens several times a second. */
export async function bytesLeftBy(work: () => void | Promise<void>, bytes = outside): Promise<number> {
  await work();
  // or else it may happen by itself just then
  collect({ type: "major" });
  const before = await settled(bytes);
  await work();
  return (await settled(bytes)) - before;
}

/** The least of several looks: what has been swept is given back by another thread, when that has its turn. */
async function settled(bytes: () => number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 10; look++) {
    // what has been there twice is not young any more
    collect({ type: "minor" });
    await delay(10);
    least = Math.min(least, bytes());
  }
  return least;
}
