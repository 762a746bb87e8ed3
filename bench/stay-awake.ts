import { closeSync, openSync, writeSync } from "node:fs";

/** Where Linux is told how many microseconds the waking of a processor may take; that holds for as long as the file is open. */
const device = "/dev/cpu_dma_latency";

/**
 * Keeps processors from sleeping until it is disposed of, as measurements of latency do: to wake one takes its time, most of all on a
 * virtual machine, whose host does it when it likes, and that says nothing about the site. It takes rights.
 */
export function stayAwake(): Disposable & { isAwake: boolean } {
  try {
    const file = openSync(device, "w");
    writeSync(file, new Int32Array([0]));
    return { isAwake: true, [Symbol.dispose]: () => closeSync(file) };
  } catch {
    return { isAwake: false, [Symbol.dispose]() {} };
  }
}
