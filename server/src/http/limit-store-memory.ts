import type { Limit, LimitStore, SharedLimit } from "./limit-store.ts";
import { createWindows, type WindowOptions } from "./windows.ts";

/** A limit of this process alone. */
export function memoryLimit({ windowMs }: Limit, options: WindowOptions = {}): SharedLimit {
  const windows = createWindows(options);
  return {
    count: async (key) => windows.standing(windows.count(key, windowMs)),
    async find(key) {
      const window = windows.find(key);
      return window ? windows.standing(window) : null;
    },
    async restart(key) {
      windows.begin(key, windowMs).tries = 1;
    },
  };
}

/** A store for a process that is alone, and keeps nothing beyond it. */
export function memoryLimits(options: WindowOptions = {}): LimitStore {
  const added = createWindows(options);
  return {
    open: (limit) => memoryLimit(limit, options),
    async add(news) {
      return news.map(({ limit, key, tries, endsIn }) => {
        const named = `${limit.name} ${key}`;
        const window = added.find(named) ?? added.begin(named, endsIn);
        window.tries += tries;
        return added.standing(window);
      });
    },
    close() {},
  };
}
