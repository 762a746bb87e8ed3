import { toDollars } from "contract/core/money.ts";
import type { AttainableLow as Low, PricePoint } from "contract/prices/rules.ts";
import type { AttainableLow, PriceHistory } from "contract/prices/schema.ts";
import { type StoreKey, storeKeys } from "contract/stores.ts";

/**
 * The price history of a window (spec/prices 4.2): each store of which a record is older than the window begins with
 * the price in force when it opens, stamped with its opening; `null` when the store had stopped selling. Every change
 * follows. `points` are all of the game up to now, ascending; `origin` leaves only that store's records, while
 * `origins` names all stores that have any. `low` is of the game, whatever the window and the store.
 */
export function toPriceHistory(
  points: readonly PricePoint[],
  opening: Date,
  origin: StoreKey | undefined,
  low: Low | null,
): PriceHistory {
  const origins = storeKeys.filter((store) => points.some((point) => point.store === store));
  const begun = points.findIndex(({ at }) => at > opening);
  const within = begun === -1 ? points.length : begun;
  const price = new Map<StoreKey, number | null>();
  for (const point of points.slice(0, within)) price.set(point.store, point.price);
  const first = [...price].map(([store, price]) => ({ store, at: opening, price }));
  const changes = points.slice(within).filter((point) => {
    // a record of another regular price alone is no change of the price
    if ((price.get(point.store) ?? null) === point.price) return false;
    price.set(point.store, point.price);
    return true;
  });
  const history = [...first, ...changes]
    .filter(({ store }) => origin === undefined || store === origin)
    .map(({ store, at, price }) => ({ recorded_at: at.toISOString(), origin: store, price: toDollars(price) }));
  return { history, origins, count: history.length, attainable_low: low && toAttainableLow(low) };
}

function toAttainableLow({ price, store, times, since }: Low): AttainableLow {
  return { price: toDollars(price), store, times, since: since.toISOString() };
}
