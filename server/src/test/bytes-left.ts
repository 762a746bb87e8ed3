import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: { type: "major" | "minor" }) => void;

/** Bytes that the work leaves outside of V8's heap when only what is young is swept, as it happens several times a second. */
export async function bytesLeftBy(work: () => void | Promise<void>): Promise<number> {
  await work();
  // or else it may happen by itself just then
  collect({ type: "major" });
  const before = process.memoryUsage().arrayBuffers;
  await work();
  // what has been there twice is not young any more
  for (let times = 0; times < 3; times++) collect({ type: "minor" });
  return process.memoryUsage().arrayBuffers - before;
}
