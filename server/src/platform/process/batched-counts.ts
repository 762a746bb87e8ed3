/** Counts that are collected in memory and written together. */
export interface BatchedCounts {
  /** Adds one to the key's count. Beyond the maximum, new keys are left out until the next write. */
  add(key: string): void;
  /** Writes pending counts. */
  close(): Promise<void>;
}

export interface BatchedCountsOptions {
  maxKeys: number;
  /** Stores the counts. Those of a failed write are lost. */
  write(counts: ReadonlyMap<string, number>): Promise<void>;
  onError(error: unknown): void;
  /** How long counts are collected before they are written, in milliseconds. */
  flushMs?: number;
}

export function batchCounts({ maxKeys, write, onError, flushMs = 2_000 }: BatchedCountsOptions): BatchedCounts {
  let pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counts = pending;
    pending = new Map();
    if (counts.size > 0) writing = writing.then(() => write(counts)).catch(onError);
    return writing;
  }

  return {
    add(key) {
      if (!pending.has(key) && pending.size >= maxKeys) return;
      pending.set(key, (pending.get(key) ?? 0) + 1);
      timer ??= setTimeout(flush, flushMs).unref();
    },
    close: flush,
  };
}
