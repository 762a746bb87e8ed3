import { newDays } from "contract/games/filters.ts";
import { isLowestEver } from "contract/games/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { type Bits, createBits, setBit } from "./bits.ts";
import { type PriceColumns, priceColumns } from "./columns.ts";
import { packRecords, type Records } from "./records.ts";
import { noPrices, type PriceRow } from "./rows.ts";
import { type MarketSort, marketSorts, type SortOrders, sortSlots } from "./sort-orders.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The prices of a market, as arrays that are transferred between threads without copying. */
export interface BuiltMarket {
  columns: PriceColumns;
  records: Records;
  /** The current and past prices of each store (`views/store-facts.ts`). */
  storeFacts: Records;
  orders: SortOrders<MarketSort>;
  /** The games that each store sells, and those not known to be out of stock. */
  sold: Record<StoreKey, Bits>;
  deliverable: Record<StoreKey, Bits>;
  /** The games with an offer that activates on each launcher. */
  activating: Record<string, Bits>;
}

/** The prices that lists use: of all stores, or of some. */
export type ShownPrices = Pick<BuiltMarket, "columns" | "orders" | "sold" | "deliverable" | "activating">;

type OfferSets = Pick<ShownPrices, "sold" | "deliverable" | "activating">;

/** The prices of a game that lists use. */
export type ShownRow = Omit<PriceRow, "gameId" | "country" | "storeFacts" | "record">;

/** Builds the index of a market from its rows, which ascend by game; `ids` are the games by slot. */
export async function buildMarket(
  rows: AsyncIterable<readonly PriceRow[]>,
  ids: Float64Array<ArrayBuffer>,
  size: number,
): Promise<BuiltMarket> {
  const columns = priceColumns.create(ids.length);
  const records = packRecords();
  const storeFacts = packRecords();
  function addTexts(record: string, facts: string): void {
    records.add(record);
    storeFacts.add(facts);
  }
  const market = { columns, sold: {}, deliverable: {}, activating: {} };
  let slot = 0;
  for await (const page of rows) {
    for (const row of page) {
      for (; slot < size && ids[slot] !== row.gameId; slot++) addTexts("", "");
      writePrices(market, slot++, row, ids.length);
      addTexts(row.record, row.storeFacts);
    }
  }
  for (; slot < size; slot++) addTexts("", "");
  const texts = { records: records.end(), storeFacts: storeFacts.end() };
  return { ...market, ...texts, orders: sortSlots({ columns, ids }, marketSorts, size) };
}

/** Writes the prices of a game into its slot, which must be in no store; `null` = not sold in this market. */
export function writePrices(
  { columns, sold, deliverable, activating }: Pick<BuiltMarket, "columns"> & OfferSets,
  slot: number,
  row: ShownRow | null,
  capacity: number,
): void {
  priceColumns.write(columns, slot, row ?? noPrices);
  if (!row) return;
  addTo(sold, slot, row.soldAt, capacity);
  addTo(deliverable, slot, row.deliverableAt, capacity);
  addTo(activating, slot, row.activatesOn, capacity);
}

/** `keys` are separated by spaces. */
function addTo(sets: Record<string, Bits>, slot: number, keys: string, capacity: number): void {
  if (keys === "") return;
  for (const key of keys.split(" ")) {
    sets[key] ??= createBits(capacity);
    setBit(sets[key], slot, true);
  }
}

/** Removes the game in the slot from all stores and launchers. */
export function clearStores({ sold, deliverable, activating }: OfferSets, slot: number): void {
  for (const sets of [sold, deliverable, activating]) {
    for (const bits of Object.values(sets)) setBit(bits, slot, false);
  }
}

/** Whether the game in the slot has its lowest price ever (spec/prices 5.2). `now` in ms since 1970. */
export function isAtLow({ columns }: ShownPrices, slot: number, now: number): boolean {
  const read = (column: Float64Array) => (Number.isNaN(column[slot]) ? null : column[slot]!);
  const { lowest_price: best, cut, kind_low: low, kind_high: high, kind_since: since } = columns;
  return isLowestEver(
    { best: read(best), cut: read(cut) ?? 0, low: read(low), high: read(high), since: read(since) },
    now,
  );
}

/** Whether that low was first reached lately, and not by a store that was first seen within a day (spec/deals 2). */
export function isNewLow(prices: ShownPrices, slot: number, now: number): boolean {
  const { kind_low_since: reached, best_since: seen } = prices.columns;
  return reached[slot]! > now - newDays * dayMs && seen[slot]! <= now - dayMs && isAtLow(prices, slot, now);
}
