/** Runs a limited number of tasks at a time; the rest wait. */
export interface Semaphore {
  /** Waiting clients take turns, each with its own tasks in order, so that none waits behind all tasks of another. */
  run<T>(task: () => Promise<T>, client?: string): Promise<T>;
  isRunning(): boolean;
}

export interface QueueLimits {
  maxWaiting: number;
  /** Running and waiting tasks of one client. */
  maxPerClient?: number;
  /** The error of a refused task. `isFirst`: the first one since the queue was last empty. */
  refuse(isFirst: boolean): Error;
}

/** Without limits any number of tasks may wait. */
export function createSemaphore(maxRunning: number, limits?: QueueLimits): Semaphore {
  /** By client, in the order of their turns. */
  const queues = new Map<string, (() => void)[]>();
  const countByClient = new Map<string, number>();
  let waiting = 0;
  let running = 0;
  let isFull = false;

  function refuseIfFull(client: string): void {
    if (!limits) return;
    const { maxWaiting, maxPerClient = Number.POSITIVE_INFINITY, refuse } = limits;
    if ((countByClient.get(client) ?? 0) >= maxPerClient) throw refuse(false);
    if (running < maxRunning || waiting < maxWaiting) return;
    const isFirst = !isFull;
    isFull = true;
    throw refuse(isFirst);
  }

  async function wait(client: string): Promise<void> {
    waiting++;
    await new Promise<void>((resolve) => {
      const queue = queues.get(client);
      if (queue) queue.push(resolve);
      else queues.set(client, [resolve]);
    });
  }

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
    const tasks = (countByClient.get(client) ?? 0) + change;
    if (tasks > 0) countByClient.set(client, tasks);
    else countByClient.delete(client);
  }

  return {
    async run(task, client = "") {
      refuseIfFull(client);
      count(client, 1);
      if (running < maxRunning) running++;
      else await wait(client);
      try {
        return await task();
      } finally {
        count(client, -1);
        // the slot passes directly to the next task, so that a new one can't jump the queue
        const next = takeNext();
        if (next) next();
        else {
          running--;
          isFull = false;
        }
      }
    },
    isRunning: () => running > 0,
  };
}

/** Callers with the same key share one running task. */
export interface SingleFlight<T> {
  (key: string, task: () => Promise<T>): Promise<T>;
  /** Whether a task is running that a caller would share. */
  has(key: string): boolean;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const running = new Map<string, Promise<T>>();
  const share = (key: string, task: () => Promise<T>) => {
    const started = running.get(key);
    if (started) return started;
    const result = task().finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
  return Object.assign(share, { has: (key: string) => running.has(key) });
}
