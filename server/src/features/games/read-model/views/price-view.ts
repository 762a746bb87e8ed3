import { setImmediate } from "node:timers/promises";
import { launchersIn } from "contract/prices/launchers.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { hasBit } from "../bits.ts";
import { cutIn, type PriceColumns, priceColumns } from "../columns.ts";
import type { IndexedGames, MarketIndex } from "../indexed-games.ts";
import type { ListCache } from "../list-cache.ts";
import { type ShownPrices, type ShownRow, writePrices } from "../market-index.ts";
import { readRecordBytes } from "../records.ts";
import type { GamePrices, PriceRow } from "../rows.ts";
import { type MarketSort, marketSorts, reversed, type SortOrders } from "../sort-orders.ts";
import {
  type ChosenPrices,
  type ChosenStores,
  type CurrentOffer,
  type OfferFilter,
  readOffers,
  sumUp,
  sumUpEach,
} from "./store-facts.ts";

/** The prices of a market at some stores only, updated like the market itself (decision 005). */
export interface PriceView extends ShownPrices {
  country: string;
  chosen: ChosenStores;
  lists: ListCache;
  bytes: number;
}

/** The time for which a view is built without a pause, in ms. */
const sliceMs = 8;

interface ViewOptions {
  country: string;
  chosen: ChosenStores;
  lists: ListCache;
  /** Whether it is built in slices, between which other requests are served. */
  pauses: boolean;
  /** Aborts if the catalogue is rebuilt. */
  signal: AbortSignal;
}

/** Builds a view. Rejects if `signal` aborts. */
export async function buildView(index: IndexedGames, market: MarketIndex, options: ViewOptions): Promise<PriceView> {
  const { signal, pauses, ...of } = options;
  const capacity = index.columns.id.length;
  const columns = priceColumns.create(capacity);
  const view: PriceView = {
    ...of,
    columns,
    orders: {} as SortOrders<MarketSort>,
    sold: {},
    deliverable: {},
    activating: {},
    bytes: bytesOf(columns) + marketSorts.length * 2 * 4 * index.titles.length,
  };
  const pause = async () => {
    if (!pauses) return;
    await setImmediate();
    signal.throwIfAborted();
  };
  await fillColumns(index, market, view, pause);
  await sortView(index, view, pause);
  return view;
}

const bytesOf = (columns: PriceColumns) => Object.values(columns).reduce((sum, { byteLength }) => sum + byteLength, 0);

type OfferSets = Pick<ShownRow, "soldAt" | "deliverableAt" | "activatesOn">;

/** The stores and launchers of a game's chosen offers. */
function setsOf({ soldAt, launchers }: ChosenPrices, inStock: (store: StoreKey) => boolean): OfferSets {
  return {
    soldAt: soldAt.join(" "),
    deliverableAt: soldAt.filter(inStock).join(" "),
    activatesOn: launchersIn(launchers).join(" "),
  };
}

async function fillColumns(
  index: IndexedGames,
  market: MarketIndex,
  view: PriceView,
  pause: () => Promise<void>,
): Promise<void> {
  let began = performance.now();
  for (let slot = 0; slot < index.titles.length; slot++) {
    if (slot % 64 === 0 && performance.now() - began > sliceMs) {
      await pause();
      began = performance.now();
    }
    const sum = sumOf(market, slot, view.chosen);
    const inStock = (store: StoreKey) => hasBit(market.deliverable[store], slot);
    writePrices(
      view,
      slot,
      { ...shownRow(sum, baseOf(market, slot)), ...setsOf(sum, inStock) },
      view.columns.cut.length,
    );
  }
}

async function sortView(index: IndexedGames, view: PriceView, pause: () => Promise<void>): Promise<void> {
  const { id } = index.columns;
  const slots = Uint32Array.from(index.slots.values()).sort((a, b) => id[a]! - id[b]!);
  for (const sort of marketSorts) {
    await pause();
    view.orders[sort] = ordersOf(view.columns[sort], slots, scales[sort]);
  }
}

/** Factors that make the values integers. */
const scales: Record<MarketSort, number> = { lowest_price: 1, discount: 1, price_changed: 1 / 1000 };

/** The slots, which ascend by id, in both orders of their values. One number holds value and position, as in `listSection`. */
function ordersOf(values: Float64Array, slots: Uint32Array<ArrayBuffer>, scale: number): SortOrders["discount"] {
  const keys = new Float64Array(slots.length);
  const missing: number[] = [];
  let count = 0;
  for (let place = 0; place < slots.length; place++) {
    const value = values[slots[place]!]!;
    if (Number.isNaN(value)) missing.push(slots[place]!);
    else keys[count++] = Math.round(value * scale) * slots.length + place;
  }
  const ascending = new Uint32Array(slots.length);
  const sorted = keys.subarray(0, count).sort();
  for (let n = 0; n < count; n++) ascending[n] = slots[sorted[n]! % slots.length]!;
  ascending.set(missing, count);
  return { ASC: ascending, DESC: reversed(ascending, values) };
}

/** The prices of the chosen stores for the game in the slot. */
function sumOf(market: MarketIndex, slot: number, chosen: ChosenStores): ChosenPrices {
  const { bytes, start, end } = factsAt(market, slot);
  return sumUp(bytes, start, end, chosen);
}

function factsAt(market: MarketIndex, slot: number) {
  const changed = market.changedFacts.get(slot);
  if (changed === undefined) return readRecordBytes(market.storeFacts, slot);
  return { bytes: Buffer.from(changed), start: 0, end: changed.length };
}

/** The prices of the game in the slot for each option of filters by offers, among the chosen offers. */
export function visitOptions(
  market: MarketIndex,
  slot: number,
  options: { chosen: ChosenStores; filters: readonly OfferFilter[] },
  visit: (filter: OfferFilter, option: string, prices: ReturnType<typeof shownRow>) => void,
): void {
  const { bytes, start, end } = factsAt(market, slot);
  const base = baseOf(market, slot);
  sumUpEach(bytes, [start, end], options, (filter, option, sum) => visit(filter, option, shownRow(sum, base)));
}

/** The current offers for the game in the slot at the chosen stores, each with its discount. */
export function offersAt(market: MarketIndex, slot: number, chosen: ChosenStores): (CurrentOffer & { cut: number })[] {
  const { bytes, start, end } = factsAt(market, slot);
  const { steamMinor, steamRegularMinor } = baseOf(market, slot);
  return readOffers(bytes, start, end, chosen).map((offer) => {
    const { minor: bestMinor, store: bestStore, regular: regularMinor } = offer;
    return { ...offer, cut: cutIn({ bestMinor, bestStore, regularMinor, steamMinor, steamRegularMinor }) };
  });
}

type Base = Pick<ShownRow, "steamMinor" | "steamRegularMinor" | "saleEndsAt" | "historySince">;

function baseOf({ columns }: MarketIndex, slot: number): Base {
  const read = (column: Float64Array) => (Number.isNaN(column[slot]) ? null : column[slot]!);
  return {
    steamMinor: read(columns.steam),
    steamRegularMinor: read(columns.steam_regular),
    saleEndsAt: read(columns.sale_ends),
    historySince: read(columns.history_since),
  };
}

/** Reduces a game's row of all stores to the chosen ones; `null` = none sells it. */
export function rowInView(row: PriceRow | null, { chosen }: PriceView): ShownRow | null {
  if (!row) return null;
  const sum = sumUp(Buffer.from(row.storeFacts), 0, row.storeFacts.length, chosen);
  const deliverableAt = row.deliverableAt.split(" ");
  return { ...shownRow(sum, row), ...setsOf(sum, (store) => deliverableAt.includes(store)) };
}

function shownRow(sum: ChosenPrices, { steamMinor, steamRegularMinor, saleEndsAt, historySince }: Base) {
  return {
    steamMinor,
    steamRegularMinor,
    historySince,
    bestMinor: sum.bestMinor,
    bestStore: sum.bestStore,
    regularMinor: sum.regularMinor,
    officialMinor: sum.officialMinor,
    bestChangedAt: inMs(sum.changedAt),
    previousBestMinor: sum.previousMinor,
    saleEndsAt: sum.isBestOfAll ? saleEndsAt : null,
    lowMinor: sum.lowMinor,
    kindLowMinor: sum.kindLowMinor,
    kindHighMinor: sum.kindHighMinor,
    kindLowSince: inMs(sum.kindLowSince),
    kindSince: inMs(sum.kindSince),
    bestSince: inMs(sum.bestSince),
  };
}

const inMs = (seconds: number | null) => (seconds === null ? null : seconds * 1000);

/** Reduces the prices of the game in the slot at all stores to those of the chosen stores. */
export function pricesInView(market: MarketIndex, slot: number, { chosen }: PriceView, all: GamePrices): GamePrices {
  const sum = sumOf(market, slot, chosen);
  return {
    ...all,
    ...shownRow(sum, all),
    officialStore: sum.officialStore,
    lowStore: sum.lowStore,
    lowAt: inMs(sum.lowAt),
    lowSince: inMs(sum.lowSince),
    officialLowMinor: sum.officialLowMinor,
    keyshopLowMinor: sum.keyshopLowMinor,
    bestLowAt: inMs(sum.bestLowAt),
    previousLowMinor: null,
  };
}
