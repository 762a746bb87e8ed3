/** Runs work, at most so much of it at a time; the rest waits its turn in order. */
export interface Turns {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether any work is running. */
  busy(): boolean;
}

export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running < atOnce) running++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        // the turn goes straight to the next, so that nobody slips in between
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
    busy: () => running > 0,
  };
}

/** Lets callers who ask for the same thing at the same time share one piece of work. */
export function createSharing<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underway = new Map<string, Promise<T>>();
  return (key, work) => {
    const started = underway.get(key);
    if (started) return started;
    const result = work().finally(() => underway.delete(key));
    underway.set(key, result);
    return result;
  };
}
