import type { PartialGame } from "contract/games/schema.ts";
import { type Store, type StoreKey, stores } from "contract/stores.ts";

/** One store's price for a game, in dollars. */
export interface Offer {
  store: Store;
  price: number | null;
  link: string | null;
  /** `null` when the store does not say. */
  inStock: boolean | null;
}

type Column = "price" | "link";

/** The Other store's fields are called `null_price` and `null_link` (spec/prices 2.3). */
function fieldOf<C extends Column>(store: StoreKey, column: C) {
  return `${store === "other" ? "null" : store}_${column}` as const;
}

/** The flat price fields of a game as offers, cheapest first; stores without a price come last. */
export function offersOf(game: PartialGame): Offer[] {
  const offers = stores.map((store) => ({
    store,
    price: game[fieldOf(store.key, "price")] ?? null,
    link: game[fieldOf(store.key, "link")] ?? null,
    inStock: store.key === "cdkeys" ? (game.cdkeys_stock ?? null) : null,
  }));
  const rank = (offer: Offer) => (offer.price === null ? Infinity : offer.price);
  return offers.sort((a, b) =>
    rank(a) === rank(b)
      ? Number(b.store.key === game.best_store) - Number(a.store.key === game.best_store)
      : rank(a) - rank(b),
  );
}

/** Prices by store. */
export function storePrices(game: PartialGame): Record<StoreKey, number | null> {
  const prices = offersOf(game).map((offer) => [offer.store.key, offer.price] as const);
  return Object.fromEntries(prices) as Record<StoreKey, number | null>;
}
