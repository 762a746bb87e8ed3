import { AppError } from "contract/core/errors.ts";
import type { AppliedChanges } from "../apply-changes.ts";
import { type IndexedGames, type MarketIndex, viewKey } from "../indexed-games.ts";
import { createListCache, type ListKey } from "../list-cache.ts";
import { buildView, type PriceView } from "./price-view.ts";
import { chooseStores, type ShownOffers } from "./store-facts.ts";

export interface Views {
  /**
   * Returns the key of the view of these offers, and builds a missing one. `onMiss` is called before, and may throw.
   */
  open(market: MarketIndex, country: string, offers: ShownOffers, onMiss: () => void): Promise<string>;
  /** Throws `unavailable` if the view was evicted. */
  find(key: string): PriceView;
  /** Increases whenever lists of the view that depend on the key may have changed; 0 = the view was evicted. */
  version(key: string, of: ListKey): number;
  apply(changes: Omit<AppliedChanges, "namesMoved">): void;
  /** Aborts all builds after the catalogue was rebuilt. */
  forget(): void;
}

/** The maximum size of the filters' matches of a view. */
const filterBytes = 4_000_000;

/** A view that is built again must not reuse versions. */
const versionsOfView = 2 ** 32;

export function openViews(index: () => IndexedGames, now: () => number): Views {
  let current = new AbortController();
  /** The views that are being built, by key. */
  const opening = new Map<string, Promise<void>>();
  /** Serializes builds: each takes all the CPU time that requests leave. */
  let last: Promise<unknown> = Promise.resolve();
  let built = 0;

  async function build(market: MarketIndex, view: Pick<PriceView, "country" | "chosen">): Promise<void> {
    const { signal } = current;
    await last.catch(() => {});
    signal.throwIfAborted();
    built += 1;
    const lists = createListCache(now, built * versionsOfView, filterBytes);
    index().views.set(viewKey(view), await buildView(index(), market, { ...view, lists, signal }));
  }

  return {
    async open(market, country, offers, onMiss) {
      const chosen = chooseStores(offers);
      const key = viewKey({ country, chosen });
      if (index().views.has(key)) return key;
      let opened = opening.get(key);
      if (!opened) {
        onMiss();
        const building = build(market, { country, chosen }).finally(() => {
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
    version(key, of) {
      return index().views.peek(key)?.lists.version(of) ?? 0;
    },
    apply({ moved, movedIn, ...change }) {
      for (const [key, view] of index().views.entries()) {
        view.lists.apply({ ...change, moved: [...moved, ...(movedIn.get(key) ?? [])] });
      }
    },
    forget() {
      const reason = new AppError("unavailable", "The catalogue is being read", { retryAfter: 1 });
      current.abort(reason);
      current = new AbortController();
      opening.clear();
    },
  };
}
