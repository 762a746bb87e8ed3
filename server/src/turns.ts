/** Runs work, at most so much of it at a time; the rest waits its turn in order. */
export interface Turns {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether any work is running. */
  busy(): boolean;
}

/** Who may wait. */
export interface Line {
  longest: number;
  /** What those are told who find no place in it. `isFirst`: nobody else was, since all had their turn. */
  refuse(isFirst: boolean): Error;
}

/** Without a line everybody may wait. */
export function createTurns(atOnce: number, line?: Line): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  let isFull = false;

  async function wait(): Promise<void> {
    if (line && waiting.length >= line.longest) {
      const isFirst = !isFull;
      isFull = true;
      throw line.refuse(isFirst);
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  return {
    async run(work) {
      if (running < atOnce) running++;
      else await wait();
      try {
        return await work();
      } finally {
        // the turn goes straight to the next, so that nobody slips in between
        const next = waiting.shift();
        if (next) next();
        else {
          running--;
          isFull = false;
        }
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
