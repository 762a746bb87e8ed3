import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: { type: "major" | "minor" }) => void;

/** Bytes that the work leaves outside of V8's heap when only what is young is swept, as it happens several times a second. */
export async function bytesLeftBy(work: () => void | Promise<void>): Promise<number> {
  await work();
  // or else it may happen by itself just then
  collect({ type: "major" });
  const before = await settledBytes();
  await work();
  return (await settledBytes()) - before;
}

/** The least of several looks: what has been swept is given back by another thread, when that has its turn. */
async function settledBytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 10; look++) {
    // what has been there twice is not young any more
    collect({ type: "minor" });
    await delay(10);
    least = Math.min(least, process.memoryUsage().arrayBuffers);
  }
  return least;
}
