import { toDollars } from "contract/money.ts";
import type { AttainableLow as Low } from "contract/prices/rules.ts";
import type { AttainableLow, PriceHistory } from "contract/prices/schema.ts";
import { type StoreKey, storeKeys } from "contract/stores.ts";
import type { PriceRecordRow } from "./queries.ts";

/**
 * The price history of a window (decisions.md section 3): each store begins with the price in force when the window
 * opens, stamped with its opening; `null` when it was not selling then. Every change follows.
 * `rows` ascending by time; `origin` leaves only that store's records, while `origins` names all stores that have any.
 * `low` is of the game, whatever the window and the store.
 */
export function toPriceHistory(
  rows: readonly PriceRecordRow[],
  opening: Date,
  origin: StoreKey | undefined,
  low: Low | null,
): PriceHistory {
  const origins = storeKeys.filter((store) => rows.some((row) => row.store === store));
  const first = origins.map((store): PriceRecordRow => {
    const carried = rows.find((row) => row.carried && row.store === store);
    return { store, recordedAt: opening, priceCents: carried?.priceCents ?? null, carried: true };
  });
  const price = new Map(first.map((row) => [row.store, row.priceCents]));
  const changes = rows.filter((row) => {
    // a record of another regular price alone is no change of the price
    if (row.carried || price.get(row.store) === row.priceCents) return false;
    price.set(row.store, row.priceCents);
    return true;
  });
  const history = [...first, ...changes]
    .filter(({ store }) => origin === undefined || store === origin)
    .map(({ store, recordedAt, priceCents }) => ({
      recorded_at: recordedAt.toISOString(),
      origin: store,
      price: toDollars(priceCents),
    }));
  return { history, origins, count: history.length, attainable_low: low && toAttainableLow(low) };
}

function toAttainableLow({ price, store, times, since }: Low): AttainableLow {
  return { price: toDollars(price), store, times, since: since.toISOString() };
}
