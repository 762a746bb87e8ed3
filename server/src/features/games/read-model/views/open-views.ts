import { AppError } from "contract/core/errors.ts";
import { LRUCache } from "lru-cache";
import type { IndexedGames, MarketIndex } from "../indexed-games.ts";
import { createListCache } from "../list-cache.ts";
import { buildView, type PriceView } from "./price-view.ts";
import { chooseStores, type ShownOffers } from "./store-facts.ts";

export interface Views {
  /**
   * Returns the key of the view of these offers, and builds one that is missing or outdated. `onMiss` is called before
   * a set of offers is first seen, and may throw.
   */
  open(market: MarketIndex, country: string, offers: ShownOffers, onMiss: () => void): Promise<string>;
  /** Throws `unavailable` if the view was evicted. */
  find(key: string): PriceView;
  /** Forgets all views, and aborts all builds, after the catalogue was rebuilt. */
  clear(): void;
}

interface CachedView {
  view: PriceView;
  /** The version of the catalogue when the build began, and when that was, in ms. */
  version: number;
  builtAt: number;
}

/** A view of the catalogue before its last change is shown for this time, in ms. */
const maxAgeMs = 1_000;

/** The maximum size of all views. */
const viewBytes = 192_000_000;

/** The maximum size of the filters' matches of a view. */
const filterBytes = 4_000_000;

export function openViews(options: { index: () => IndexedGames; version: () => number; now: () => number }): Views {
  const { index, version, now } = options;
  const views = new LRUCache<string, CachedView>({ maxSize: viewBytes, sizeCalculation: ({ view }) => view.bytes });
  let current = new AbortController();
  /** The views that are being built, by key. */
  const opening = new Map<string, Promise<void>>();
  /** Serializes builds: each takes all the CPU time that requests leave. */
  let last: Promise<unknown> = Promise.resolve();

  async function build(key: string, market: MarketIndex, chosen: PriceView["chosen"]): Promise<void> {
    const { signal } = current;
    await last.catch(() => {});
    signal.throwIfAborted();
    const began = { version: version(), builtAt: now() };
    const lists = createListCache(now, filterBytes);
    views.set(key, { view: await buildView(index(), market, { chosen, lists, signal }), ...began });
  }

  return {
    async open(market, country, offers, onMiss) {
      const chosen = chooseStores(offers);
      const key = `${country}:${chosen.key}`;
      const cached = views.get(key);
      if (cached && (cached.version === version() || now() - cached.builtAt < maxAgeMs)) return key;
      let opened = opening.get(key);
      if (!opened) {
        if (!cached) onMiss();
        const building = build(key, market, chosen).finally(() => {
          if (opening.get(key) === building) opening.delete(key);
        });
        opening.set(key, building);
        last = opened = building;
      }
      await opened;
      return key;
    },
    find(key) {
      const cached = views.get(key);
      if (!cached) throw new AppError("unavailable", "The prices of these stores are being read", { retryAfter: 1 });
      return cached.view;
    },
    clear() {
      views.clear();
      current.abort(new AppError("unavailable", "The catalogue is being read", { retryAfter: 1 }));
      current = new AbortController();
      opening.clear();
    },
  };
}
