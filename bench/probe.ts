import { isMainThread } from "node:worker_threads";

/** What a watched process tells about itself; memory in bytes, times in ms. */
export interface Vitals {
  rss: number;
  /** The most since the process began. */
  peakRss: number;
  heapUsed: number;
  /** The longest time that nothing else could run, since the last question. */
  longestBlock: number;
  /** The most that the main thread computed between two looks: what of a block is not waiting for a processor. */
  longestWork: number;
}

const tickMs = 2;
const sampleMs = 50;

// Loaded into the process that is measured, ahead of its own code; its threads load it too.
if (isMainThread && process.channel) {
  let peakRss = 0;
  const sample = () => {
    peakRss = Math.max(peakRss, process.memoryUsage.rss());
  };
  setInterval(sample, sampleMs).unref();

  let lastTick = performance.now();
  let lastWork = workedMs();
  let longestBlock = 0;
  let longestWork = 0;
  const tick = () => {
    const now = performance.now();
    const work = workedMs();
    longestBlock = Math.max(longestBlock, now - lastTick - tickMs);
    longestWork = Math.max(longestWork, work - lastWork);
    lastTick = now;
    lastWork = work;
  };
  setInterval(tick, tickMs).unref();

  process.on("message", (question) => {
    if (question !== "vitals") return;
    sample();
    const { rss, heapUsed } = process.memoryUsage();
    process.send?.({ rss, peakRss, heapUsed, longestBlock, longestWork } satisfies Vitals);
    longestBlock = 0;
    longestWork = 0;
  });
  process.channel.unref();
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
