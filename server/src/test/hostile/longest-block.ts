/** The longest time for which `work` blocked the event loop, in milliseconds of CPU time, give or take one. */
export async function maxBlock<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
  };
  // a turn of the loop at a time would keep a core busy while the work waits for the database
  const measuring = setInterval(measure, 1);
  const result = await work().finally(() => clearInterval(measuring));
  measure();
  return { result, ms: longest };
}
