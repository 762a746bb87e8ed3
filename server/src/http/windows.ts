/** Where a key stands in its window. */
export interface Standing {
  /** In the window that runs, this one included. */
  tries: number;
  /** Milliseconds until it ends. */
  endsIn: number;
}

/** Milliseconds on a clock that nobody sets: one that is put back by a day would keep people out for that day. */
const steadyTime = () => performance.now();

/**
 * Counts tries by key, in windows that begin with a key's first try. All windows of one counter are of the same length.
 * Beyond `mostKeys` the oldest are forgotten. Counts are this process's own.
 */
export function countInWindows({
  now = steadyTime,
  mostKeys = 50_000,
} = {}): (key: string, windowMs: number) => Standing {
  // a key moves to the end when its window begins, so the first one ends first
  const windows = new Map<string, { tries: number; endsAt: number }>();
  return (key, windowMs) => {
    const time = now();
    let window = windows.get(key);
    if (!window || window.endsAt <= time) {
      window = { tries: 0, endsAt: time + windowMs };
      windows.delete(key);
      windows.set(key, window);
      for (const [oldest, { endsAt }] of windows) {
        if (endsAt > time && windows.size <= mostKeys) break;
        windows.delete(oldest);
      }
    }
    window.tries += 1;
    return { tries: window.tries, endsIn: window.endsAt - time };
  };
}
