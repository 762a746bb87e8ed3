import { AppError } from "contract/core/errors.ts";
import type { IndexedGames, MarketIndex } from "../indexed-games.ts";
import { createListCache } from "../list-cache.ts";
import { buildView, type PriceView } from "./price-view.ts";
import { chooseStores, type ShownOffers } from "./store-facts.ts";

export interface Views {
  /**
   * Returns the key of the view of these offers, and builds a missing one. `onMiss` is called before, and may throw.
   */
  open(market: MarketIndex, country: string, offers: ShownOffers, onMiss: () => void): Promise<string>;
  /** Throws `unavailable` if the view was evicted. */
  find(key: string): PriceView;
  /** After the catalogue was rebuilt, aborts all builds; after another change, forgets what filters matched. */
  onChange(isRebuilt: boolean): void;
}

/** After this many attempts, because the catalogue changed meanwhile, a view is built without a pause. */
const maxAttempts = 3;

/** The maximum size of the filters' matches of a view. */
const filterBytes = 4_000_000;

export function openViews(options: { index: () => IndexedGames; version: () => number; now: () => number }): Views {
  const { index, version, now } = options;
  let current = new AbortController();
  /** The views that are being built, by key. */
  const opening = new Map<string, Promise<void>>();
  /** Serializes builds: each takes all the CPU time that requests leave. */
  let last: Promise<unknown> = Promise.resolve();

  async function build(key: string, market: MarketIndex, of: Pick<PriceView, "country" | "chosen">): Promise<void> {
    const { signal } = current;
    await last.catch(() => {});
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const before = version();
      const lists = createListCache(now, filterBytes);
      const view = await buildView(index(), market, { ...of, lists, signal, pauses: attempt < maxAttempts });
      if (version() !== before) continue;
      index().views.set(key, view);
      return;
    }
  }

  return {
    async open(market, country, offers, onMiss) {
      const chosen = chooseStores(offers);
      const key = `${country}:${chosen.key}`;
      if (index().views.has(key)) return key;
      let opened = opening.get(key);
      if (!opened) {
        onMiss();
        const building = build(key, market, { country, chosen }).finally(() => {
          if (opening.get(key) === building) opening.delete(key);
        });
        opening.set(key, building);
        last = opened = building;
      }
      await opened;
      return key;
    },
    find(key) {
      const view = index().views.get(key);
      if (!view) throw new AppError("unavailable", "The prices of these stores are being read", { retryAfter: 1 });
      return view;
    },
    onChange(isRebuilt) {
      for (const { lists } of index().views.values()) lists.clear();
      if (!isRebuilt) return;
      current.abort(new AppError("unavailable", "The catalogue is being read", { retryAfter: 1 }));
      current = new AbortController();
      opening.clear();
    },
  };
}
