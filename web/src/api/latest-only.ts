/** Sends values one at a time. While one is being sent, only the latest waits. `send` must not throw. */
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
    /** Resolves when nothing is being sent or waiting. */
    settled: (): Promise<void> => running ?? Promise.resolve(),
  };
}
