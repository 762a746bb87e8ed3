import { toAmount } from "contract/core/money.ts";
import type { AttainableLow as Low, PricePoint } from "contract/prices/rules.ts";
import type { AttainableLow, PriceHistory } from "contract/prices/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

/**
 * The price history of a window (spec/prices 4.2): each store with an older record begins with the price in force at
 * the opening of the window, `null` if the store had stopped selling, followed by every change. `points` are all points
 * of the game up to now, ascending; `origin` filters the records by store, while `origins` has all stores with records,
 * in the order of `stores`. `low` is that of the game, whatever the window and the store. Money in minor units of the
 * currency.
 */
export function toPriceHistory(
  points: readonly PricePoint[],
  {
    opening,
    origin,
    stores,
    low,
    currency,
  }: { opening: Date; origin: StoreKey | undefined; stores: readonly StoreKey[]; low: Low | null; currency: string },
): PriceHistory {
  // a store whose first prices were voided may have nothing but the end of its offer
  const sold = new Set(points.filter(({ price }) => price !== null).map(({ store }) => store));
  const origins = stores.filter((store) => sold.has(store));
  const begun = points.findIndex(({ at }) => at > opening);
  const within = begun === -1 ? points.length : begun;
  const price = new Map<StoreKey, number | null>();
  for (const point of points.slice(0, within)) price.set(point.store, point.price);
  const first = [...price]
    .filter(([store]) => sold.has(store))
    .map(([store, price]) => ({ store, at: opening, price }));
  const changes = points.slice(within).filter((point) => {
    // a record may change only the regular price
    if ((price.get(point.store) ?? null) === point.price) return false;
    price.set(point.store, point.price);
    return true;
  });
  const history = [...first, ...changes]
    .filter(({ store }) => origin === undefined || store === origin)
    .map(({ store, at, price }) => ({
      recorded_at: at.toISOString(),
      origin: store,
      price: toAmount(price, currency),
    }));
  return { history, origins, count: history.length, currency, attainable_low: low && toAttainableLow(low, currency) };
}

function toAttainableLow({ price, store, times, since }: Low, currency: string): AttainableLow {
  return { price: toAmount(price, currency), store, times, since: since.toISOString() };
}
