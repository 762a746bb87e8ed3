/** A small table held in memory, read again whenever it changes. */
export interface ReadModel<T> {
  value(): T;
  /** Grows each time the value is replaced. */
  version(): number;
  /** Reads the table again. Resolves when a value read after this call is in place. */
  reload(): Promise<void>;
}

/** Reads the value for the first time. Reloads run one after the other; those asked for while one runs become one. */
export async function createReadModel<T>(load: () => Promise<T>): Promise<ReadModel<T>> {
  let value = await load();
  let version = 1;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function replace() {
    value = await load();
    version += 1;
  }

  function reload(): Promise<void> {
    if (!running) {
      running = replace().finally(() => {
        running = null;
      });
      return running;
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return reload();
      });
    return next;
  }

  return { value: () => value, version: () => version, reload };
}
