/** A key's attempts in its current window, and milliseconds until that ends. */
export interface WindowState {
  attempts: number;
  endsIn: number;
}

export interface Window {
  attempts: number;
  /** On the clock of the windows. */
  endsAt: number;
  /** How many of the attempts were counted here and not yet over all processes. */
  unreported: number;
  isReporting: boolean;
}

export interface WindowOptions {
  /** Milliseconds. */
  now?: () => number;
  /** Beyond this many keys the oldest windows are dropped. */
  maxKeys?: number;
}

/** Windows of one length, by key, in memory. Their clock is monotonic: setting the time extends none. */
export function createWindows({ now = () => performance.now(), maxKeys = 50_000 }: WindowOptions = {}) {
  // a key moves to the end when its window begins, so the first one ends first
  const windows = new Map<string, Window>();

  return {
    /** The key's window, if one is open. */
    find(key: string): Window | undefined {
      const window = windows.get(key);
      return window && window.endsAt > now() ? window : undefined;
    },
    /** Begins a window of the key, in place of one that may be open. */
    open(key: string, { attempts, endsIn }: WindowState): Window {
      const time = now();
      const window = { attempts, endsAt: time + endsIn, unreported: 0, isReporting: false };
      windows.delete(key);
      windows.set(key, window);
      for (const [oldest, { endsAt }] of windows) {
        if (endsAt > time && windows.size <= maxKeys) break;
        windows.delete(oldest);
      }
      return window;
    },
    stateOf: ({ attempts, endsAt }: Window): WindowState => ({ attempts, endsIn: endsAt - now() }),
    now,
  };
}
