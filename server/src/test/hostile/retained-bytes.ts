import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: { type: "major" | "minor" }) => void;

/** Bytes outside V8's heap. */
const outside = () => process.memoryUsage().arrayBuffers;

/** Bytes that the work leaves behind after minor collections, which happen several times a second. */
export async function retainedBytesBy(work: () => void | Promise<void>): Promise<number> {
  await work();
  // Otherwise it could happen during the measurement.
  collect({ type: "major" });
  const before = await settled();
  await work();
  return (await settled()) - before;
}

/** The minimum of several measurements, because another thread frees the memory later. */
async function settled(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 10; attempt++) {
    // Objects that survive two minor collections are no longer young.
    collect({ type: "minor" });
    await delay(10);
    least = Math.min(least, outside());
  }
  return least;
}
