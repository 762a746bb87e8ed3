import type { Limit, LimitStore, News } from "./limit-store.ts";
import { createWindows, type Standing, type Window, type WindowOptions, type Windows } from "./windows.ts";

/** Who makes fewer calls than this part of a limit is no other process's business: a quiet site writes nothing. */
const worthTelling = 1 / 20;

/**
 * Counts calls in memory, and learns now and then what the other processes have counted. So a caller who goes to all of
 * them gets the limit and what passes between two exchanges; one who favours a process gets at most a twentieth more from each
 * of the others.
 */
export interface Exchange {
  /** A limit that costs no question per call. The returned function counts a try. */
  open(limit: Limit): (key: string) => Standing;
  /** Tells what is new and learns what the others know. Rejects when the store does not answer; the news is kept then. */
  exchange(): Promise<void>;
}

interface Counted {
  limit: Limit;
  windows: Windows;
  /** The keys with tries that are worth telling. */
  unheard: Set<string>;
}

interface Taken {
  from: Counted;
  window: Window;
  news: News;
}

export function createExchange(store: LimitStore, options: WindowOptions = {}): Exchange {
  const all: Counted[] = [];

  function* takeNews(from: Counted): Generator<Taken> {
    const { limit, windows, unheard } = from;
    const keys = [...unheard];
    unheard.clear();
    for (const key of keys) {
      const window = windows.find(key);
      if (!window) continue;
      const { tries, endsIn } = windows.standing(window);
      yield { from, window, news: { limit, key, tries: tries - window.told, endsIn } };
    }
  }

  function learn({ from: { limit, windows }, window, news }: Taken, { tries, endsIn }: Standing) {
    const since = window.tries - window.told - news.tries;
    window.told = tries;
    window.tries = tries + since;
    window.endsAt = windows.now() + Math.min(endsIn, limit.windowMs);
  }

  return {
    open(limit) {
      const counted = { limit, windows: createWindows(options), unheard: new Set<string>() };
      all.push(counted);
      return (key) => {
        const window = counted.windows.count(key, limit.windowMs);
        if (window.tries > limit.most * worthTelling) counted.unheard.add(key);
        return counted.windows.standing(window);
      };
    },
    async exchange() {
      const taken = all.flatMap((counted) => [...takeNews(counted)]);
      if (taken.length === 0) return;
      try {
        const standings = await store.add(taken.map(({ news }) => news));
        for (const [index, standing] of standings.entries()) learn(taken[index]!, standing);
      } catch (error) {
        for (const { from, news } of taken) from.unheard.add(news.key);
        throw error;
      }
    },
  };
}
