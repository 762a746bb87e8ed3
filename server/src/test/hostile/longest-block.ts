/** The longest time for which `work` blocked the event loop, in milliseconds of CPU time. */
export async function maxBlock<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let longest = 0;
  let running = true;
  let before = process.threadCpuUsage();
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
  };
  const tick = () => {
    measure();
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  const result = await work();
  running = false;
  measure();
  return { result, ms: longest };
}
