import type { LimitStore } from "../platform/http/limits/limit-store.ts";

/** A store of limits in memory, for tests that set the clock. */
export function memoryLimits({ now = () => performance.now() }: { now?: () => number } = {}): LimitStore {
  const windows = new Map<string, { attempts: number; endsAt: number }>();

  function find(name: string) {
    const window = windows.get(name);
    return window && window.endsAt > now() ? { attempts: window.attempts, endsIn: window.endsAt - now() } : null;
  }

  return {
    async add(deltas) {
      return deltas.map(({ limit, key, attempts, endsIn }) => {
        const name = `${limit.name} ${key}`;
        const known = find(name) ?? { attempts: 0, endsIn };
        const state = { attempts: known.attempts + attempts, endsIn: known.endsIn };
        windows.set(name, { attempts: state.attempts, endsAt: now() + state.endsIn });
        return state;
      });
    },
    find: async (limit, key) => find(`${limit.name} ${key}`),
    async restart(limit, key) {
      windows.set(`${limit.name} ${key}`, { attempts: 1, endsAt: now() + limit.windowMs });
    },
  };
}
