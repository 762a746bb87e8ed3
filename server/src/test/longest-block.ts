/**
 * The longest time for which the event loop did nothing else while `act` ran, in milliseconds of the processor: what
 * other processes take from the machine does not count.
 */
export async function longestBlock<T>(act: () => Promise<T>): Promise<{ result: T; ms: number }> {
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
  const result = await act();
  running = false;
  measure();
  return { result, ms: longest };
}
