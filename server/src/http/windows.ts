/** Where a key stands in its window. */
export interface Standing {
  /** In the window that runs, this one included. */
  tries: number;
  /** Milliseconds until it ends. */
  endsIn: number;
}

export interface Window {
  tries: number;
  /** On the clock of the windows. */
  endsAt: number;
  /** As many of the tries as the other processes know of. */
  told: number;
}

export interface Windows {
  /** The key's window, if one runs. */
  find(key: string): Window | undefined;
  /** Begins a window of the key, with no try in it yet, in place of one that may run. */
  begin(key: string, windowMs: number): Window;
  /** Counts a try in the key's window, which begins with its first try. All windows have to be of the same length. */
  count(key: string, windowMs: number): Window;
  standing(window: Window): Standing;
  now(): number;
}

export interface WindowOptions {
  /** Milliseconds. */
  now?: () => number;
  /** So many keys are remembered; beyond that the oldest are forgotten. */
  mostKeys?: number;
}

/** Milliseconds on a clock that nobody sets: one that is put back by a day would keep people out for that day. */
const steadyTime = () => performance.now();

/** Counts tries by key in this process's memory. */
export function createWindows({ now = steadyTime, mostKeys = 50_000 }: WindowOptions = {}): Windows {
  // a key moves to the end when its window begins, so the first one ends first
  const windows = new Map<string, Window>();

  function find(key: string): Window | undefined {
    const window = windows.get(key);
    return window && window.endsAt > now() ? window : undefined;
  }

  function begin(key: string, windowMs: number): Window {
    const time = now();
    const window = { tries: 0, endsAt: time + windowMs, told: 0 };
    windows.delete(key);
    windows.set(key, window);
    for (const [oldest, { endsAt }] of windows) {
      if (endsAt > time && windows.size <= mostKeys) break;
      windows.delete(oldest);
    }
    return window;
  }

  return {
    find,
    begin,
    count(key, windowMs) {
      const window = find(key) ?? begin(key, windowMs);
      window.tries += 1;
      return window;
    },
    standing: ({ tries, endsAt }) => ({ tries, endsIn: endsAt - now() }),
    now,
  };
}
