import { isMainThread } from "node:worker_threads";

/** What a watched process tells about itself; memory in bytes, times in ms. */
export interface Vitals {
  rss: number;
  /** The most since the process began. */
  peakRss: number;
  heapUsed: number;
  /** The longest time that nothing else could run, since the last question; 0 at the first. */
  longestBlock: number;
  /** The most that the main thread computed between two looks: what of a block is not waiting for a processor. */
  longestWork: number;
}

const tickMs = 2;

// Loaded into the process that is measured, ahead of its own code; its threads load it too.
if (isMainThread && process.channel) {
  let lastTick = 0;
  let lastWork = 0;
  let longestBlock = 0;
  let longestWork = 0;
  let isWatching = false;
  const tick = () => {
    const now = performance.now();
    const work = workedMs();
    longestBlock = Math.max(longestBlock, now - lastTick - tickMs);
    longestWork = Math.max(longestWork, work - lastWork);
    lastTick = now;
    lastWork = work;
  };

  process.on("message", (question) => {
    if (question !== "vitals") return;
    const { rss, heapUsed } = process.memoryUsage();
    const peakRss = process.resourceUsage().maxRSS * 1024;
    process.send?.({ rss, peakRss, heapUsed, longestBlock, longestWork } satisfies Vitals);
    // from the first question on: it takes some of the time that is measured
    if (!isWatching) setInterval(tick, tickMs).unref();
    isWatching = true;
    lastTick = performance.now();
    lastWork = workedMs();
    longestBlock = 0;
    longestWork = 0;
  });
  process.channel.unref();
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
