/** Runs work, at most so much of it at a time; the rest waits its turn. */
export interface Turns {
  /** Clients who wait take turns, each with its own work in order, so that nobody waits behind all that another wants. */
  run<T>(work: () => Promise<T>, client?: string): Promise<T>;
  /** Whether any work is running. */
  busy(): boolean;
}

/** Who may wait. */
export interface Line {
  longest: number;
  /** How much of one client's work may run and wait. */
  maxPerClient?: number;
  /** What those are told who find no place in it. `isFirst`: nobody else was, since all had their turn. */
  refuse(isFirst: boolean): Error;
}

/** Without a line everybody may wait. */
export function createTurns(atOnce: number, line?: Line): Turns {
  /** By client, in the order of their next turns. */
  const queues = new Map<string, (() => void)[]>();
  const countByClient = new Map<string, number>();
  let waiting = 0;
  let running = 0;
  let isFull = false;

  function refuseIfFull(client: string): void {
    if (!line) return;
    if ((countByClient.get(client) ?? 0) >= (line.maxPerClient ?? Number.POSITIVE_INFINITY)) throw line.refuse(false);
    if (running < atOnce || waiting < line.longest) return;
    const isFirst = !isFull;
    isFull = true;
    throw line.refuse(isFirst);
  }

  async function wait(client: string): Promise<void> {
    waiting++;
    await new Promise<void>((resolve) => {
      const queue = queues.get(client);
      if (queue) queue.push(resolve);
      else queues.set(client, [resolve]);
    });
  }

  /** Takes whose turn it is out of the queue. */
  function takeNext(): (() => void) | undefined {
    for (const [client, queue] of queues) {
      const next = queue.shift();
      waiting--;
      queues.delete(client);
      if (queue.length > 0) queues.set(client, queue);
      return next;
    }
    return undefined;
  }

  function count(client: string, change: 1 | -1): void {
    const work = (countByClient.get(client) ?? 0) + change;
    if (work > 0) countByClient.set(client, work);
    else countByClient.delete(client);
  }

  return {
    async run(work, client = "") {
      refuseIfFull(client);
      count(client, 1);
      if (running < atOnce) running++;
      else await wait(client);
      try {
        return await work();
      } finally {
        count(client, -1);
        // the turn goes straight to the next, so that nobody slips in between
        const next = takeNext();
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
export interface Sharing<T> {
  (key: string, work: () => Promise<T>): Promise<T>;
  /** Whether work is under way that a caller would share. */
  has(key: string): boolean;
}

export function createSharing<T>(): Sharing<T> {
  const underway = new Map<string, Promise<T>>();
  const share = (key: string, work: () => Promise<T>) => {
    const started = underway.get(key);
    if (started) return started;
    const result = work().finally(() => underway.delete(key));
    underway.set(key, result);
    return result;
  };
  return Object.assign(share, { has: (key: string) => underway.has(key) });
}
