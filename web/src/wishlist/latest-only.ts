/**
 * Sends values one after the other, never two at once. Of those that come while one is on its way only the latest
 * is sent: each says all that the ones before said. `send` must not fail.
 */
export function latestOnly<T>(send: (value: T) => Promise<void>) {
  let waiting: { value: T } | undefined;
  let running: Promise<void> | undefined;

  const run = async () => {
    while (waiting) {
      const { value } = waiting;
      waiting = undefined;
      await send(value);
    }
    running = undefined;
  };
  return {
    push(value: T): void {
      waiting = { value };
      running ??= run();
    },
    /** Resolves when nothing is on its way or waiting. */
    settled: (): Promise<void> => running ?? Promise.resolve(),
  };
}
