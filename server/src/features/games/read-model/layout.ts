import { minLowDays, newDays } from "contract/games/rules.ts";
import { type Launcher, launcherBits } from "contract/prices/launchers.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { hourAt, marks, type PriceBook } from "./price-book.ts";
import { type Compare, type MarketSort, reorder } from "./sort-orders.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The offers that count: of these stores, and only those that activate on any of the launchers, if there are some. */
export interface ShownOffers {
  stores: readonly { key: StoreKey; kind: string }[];
  activates?: readonly Launcher[];
}

/** Which offers of a book count. */
export interface Chosen {
  /** By number of the store: as in the book, 0 = its offers do not count. */
  kinds: Uint8Array;
  /** Bits of launchers: one of each that is not 0 must be among those of an offer. */
  launchers: number;
  alsoLaunchers: number;
}

/** The prices of a market with the offers that count: of all stores, or of some. */
export interface Layout {
  /** Identifies market and offers. */
  key: string;
  book: PriceBook;
  chosen: Chosen;
  /** The layout of all stores. */
  all: Layout;
  /** By slot: the position of the best offer; -1 = none. */
  best: Int32Array;
  /** The slots in the orders of prices that were used, by sort and direction. */
  orders: Map<string, PriceOrder>;
}

interface PriceOrder {
  slots: Uint32Array<ArrayBuffer>;
  compare: Compare;
  /** The slots whose prices have changed since it was used, and whether they still have a game. */
  changed: Map<number, boolean>;
}

const allOf = ({ kinds }: PriceBook): Chosen => ({ kinds, launchers: 0, alsoLaunchers: 0 });

/** The best offers of a market, which `openLayout` takes. */
export function findBestOfAll(book: PriceBook, size: number): Int32Array<ArrayBuffer> {
  return findBest(book, allOf(book), size);
}

/** All stores of a market. */
export function openLayout(country: string, { book, best }: Pick<Layout, "book" | "best">): Layout {
  const layout = { key: country, book, chosen: allOf(book), best, orders: new Map() } as Partial<Layout>;
  layout.all = layout as Layout;
  return layout as Layout;
}

/** Only some stores of a market. */
export function narrowLayout(all: Layout, key: string, { stores, activates = [] }: ShownOffers, size: number): Layout {
  const { book } = all;
  const official = new Map(stores.map((store) => [store.key, store.kind === "official"]));
  const kinds = Uint8Array.from(book.stores, (store) => {
    const isOfficial = official.get(store);
    return isOfficial === undefined ? 0 : isOfficial ? 2 : 1;
  });
  const chosen = { kinds, launchers: launcherBits(activates), alsoLaunchers: 0 };
  return { key, book, chosen, all, best: findBest(book, chosen, size), orders: new Map() };
}

/** Identifies a market with these offers. */
export function keyOf(country: string, { stores, activates = [] }: ShownOffers): string {
  const names = stores.map(({ key, kind }) => (kind === "official" ? `${key}*` : key));
  return `${country}:${names.sort().join()}+${launcherBits(activates)}`;
}

function findBest(book: PriceBook, chosen: Chosen, size: number): Int32Array<ArrayBuffer> {
  const best = new Int32Array(book.starts.length).fill(-1);
  updateBest({ book, chosen, best }, 0, size);
  return best;
}

/** Finds the best offer of each slot from `first` to `end`. */
function updateBest(
  { book, chosen, best }: Pick<Layout, "book" | "chosen" | "best">,
  first: number,
  end: number,
): void {
  const { starts, counts } = book;
  const { minor, store, marks } = book.offers;
  const { kinds, launchers } = chosen;
  for (let slot = first; slot < end; slot++) {
    let offer = -1;
    let lowest = Number.POSITIVE_INFINITY;
    const last = starts[slot]! + counts[slot]!;
    for (let n = starts[slot]!; n < last; n++) {
      const price = minor[n]!;
      if (price < 0 || price >= lowest || kinds[store[n]!] === 0) continue;
      if (launchers > 0 && (marks[n]! & launchers) === 0) continue;
      offer = n;
      lowest = price;
    }
    best[slot] = offer;
  }
}

/** Takes over the changed offers of these slots. Orders follow when they are used. */
export function updateLayout(layout: Layout, removed: readonly number[], changed: readonly number[]): void {
  for (const slot of [...removed, ...changed]) updateBest(layout, slot, slot + 1);
  for (const order of layout.orders.values()) {
    for (const slot of changed) order.changed.set(slot, true);
    for (const slot of removed) order.changed.set(slot, false);
  }
}

/** Whether the offer counts. */
export function isChosen({ offers: { store, marks } }: PriceBook, chosen: Chosen, offer: number): boolean {
  const { kinds, launchers, alsoLaunchers } = chosen;
  return (
    kinds[store[offer]!]! > 0 &&
    (launchers === 0 || (marks[offer]! & launchers) > 0) &&
    (alsoLaunchers === 0 || (marks[offer]! & alsoLaunchers) > 0)
  );
}

/** Calls `visit` with each offer that counts and is sold. */
export function visitOffers({ book, chosen }: Layout, slot: number, visit: (offer: number) => void): void {
  const end = book.starts[slot]! + book.counts[slot]!;
  for (let n = book.starts[slot]!; n < end; n++) if (book.offers.minor[n]! >= 0 && isChosen(book, chosen, n)) visit(n);
}

/** The best price; NaN = none. */
export function priceAt({ best, book }: Layout, slot: number): number {
  return best[slot]! < 0 ? Number.NaN : book.offers.minor[best[slot]!]!;
}

/** The discount of the best price, in percent; NaN = no price. */
export function cutAt({ best, book }: Layout, slot: number): number {
  return best[slot]! < 0 ? Number.NaN : book.offers.cut[best[slot]!]!;
}

/** Steam's price, whatever counts; NaN = none. */
export function steamAt({ book }: Layout, slot: number, steam: number): number {
  const { store, minor } = book.offers;
  const end = book.starts[slot]! + book.counts[slot]!;
  for (let n = book.starts[slot]!; n < end; n++) if (store[n] === steam && minor[n]! >= 0) return minor[n]!;
  return Number.NaN;
}

/** The lowest of the stores' lows; NaN = none. */
export function lowAt(book: PriceBook, chosen: Chosen, slot: number): number {
  const { low, marks: bits } = book.offers;
  let lowest = Number.NaN;
  const end = book.starts[slot]! + book.counts[slot]!;
  for (let n = book.starts[slot]!; n < end; n++) {
    if ((bits[n]! & marks.hasLow) > 0 && !(low[n]! >= lowest) && isChosen(book, chosen, n)) lowest = low[n]!;
  }
  return lowest;
}

/** When the best price last changed, and whether it fell. In ms since 1970; NaN = not known. */
export function changeAt(layout: Layout, slot: number): { at: number; fell: boolean } {
  const { book, chosen } = layout;
  if (layout.all === layout) return { at: book.changedAt[slot]!, fell: book.fell[slot] === 1 };
  const { minor, changedAt, marks: bits } = book.offers;
  let first = -1;
  // the store that has had the best price longest
  const price = priceAt(layout, slot);
  const end = book.starts[slot]! + book.counts[slot]!;
  for (let n = book.starts[slot]!; n < end; n++) {
    if (minor[n] !== price || changedAt[n] === 0 || !isChosen(book, chosen, n)) continue;
    if (first < 0 || changedAt[n]! < changedAt[first]!) first = n;
  }
  return first < 0
    ? { at: Number.NaN, fell: false }
    : { at: changedAt[first]! * 1000, fell: (bits[first]! & marks.fell) > 0 };
}

/** The end of the best price in ms since 1970, if it is the best of all stores; NaN = not known. */
export function saleEndAt({ book, best, all }: Layout, slot: number): number {
  const end = book.saleEndsAt[slot]!;
  return end === 0 || best[slot]! < 0 || best[slot] !== all.best[slot] ? Number.NaN : end * 1000;
}

/** The time of the game's first price in ms since 1970; NaN = not known. */
export function historySinceAt({ book }: Layout, slot: number): number {
  return book.historySince[slot]! * 1000 || Number.NaN;
}

/**
 * If the price is the lowest ever of the stores of its kind (spec/prices 5.2; `isLowestEver` in the contract): since
 * when these have had it, in ms since 1970. NaN = it is not.
 */
export function lowestEverSince(book: PriceBook, chosen: Chosen, slot: number, best: number, now: number): number {
  if (best < 0) return Number.NaN;
  const { store, minor, cut, low, lowSince, since, marks: bits } = book.offers;
  const price = minor[best]!;
  if (price === 0 || cut[best] === 0) return Number.NaN;
  const kind = chosen.kinds[store[best]!]!;
  let isLow = false;
  let wasHigher = false;
  let first = Number.POSITIVE_INFINITY;
  let oldest = Number.POSITIVE_INFINITY;
  const end = book.starts[slot]! + book.counts[slot]!;
  for (let n = book.starts[slot]!; n < end; n++) {
    if (chosen.kinds[store[n]!] !== kind || !isChosen(book, chosen, n)) continue;
    const hasLow = (bits[n]! & marks.hasLow) > 0;
    if (hasLow && low[n]! < price) return Number.NaN;
    if (low[n]! > price || (hasLow && (bits[n]! & marks.wasHigher) > 0)) wasHigher = true;
    if (since[n]! < oldest) oldest = since[n]!;
    if (!hasLow || low[n] !== price) continue;
    isLow = true;
    if (lowSince[n]! < first) first = lowSince[n]!;
  }
  return isLow && wasHigher && oldest <= hourAt(now - minLowDays * dayMs) ? first * 1000 : Number.NaN;
}

/** Since when the price is a low that was reached lately, not by a store first seen within a day; NaN = it is none. */
export function newLowSince(book: PriceBook, chosen: Chosen, slot: number, best: number, now: number): number {
  const reached = lowestEverSince(book, chosen, slot, best, now);
  const isNew = reached > now - newDays * dayMs && book.offers.since[best]! <= hourAt(now - dayMs);
  return isNew ? reached : Number.NaN;
}

/** The value by which a slot is sorted, NaN = none. A plain function, which is inlined into loops over all slots. */
function sortValue(layout: Layout, sort: MarketSort, slot: number): number {
  if (sort === "lowest_price") return priceAt(layout, slot);
  // games without a discount come last in both directions
  if (sort === "discount") return cutAt(layout, slot) || Number.NaN;
  return changeAt(layout, slot).at;
}

export function comparePrices(layout: Layout, sort: MarketSort, isAscending: boolean, ids: Float64Array): Compare {
  const direction = isAscending ? 1 : -1;
  return (a, b) => {
    const [x, y] = [sortValue(layout, sort, a), sortValue(layout, sort, b)];
    if (x < y) return -direction;
    if (x > y) return direction;
    return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || ids[a]! - ids[b]!;
  };
}

/** The slots, given by ascending id, in the order of their prices. Missing values come last, equal ones by id. */
export function orderByPrice(
  layout: Layout,
  sort: MarketSort,
  isAscending: boolean,
  { byId, ids }: { byId: Uint32Array<ArrayBuffer>; ids: Float64Array },
): Uint32Array {
  const key = `${sort} ${isAscending}`;
  let order = layout.orders.get(key);
  if (!order) {
    const compare = comparePrices(layout, sort, isAscending, ids);
    order = { slots: sortByNumber(byId, layout, sort, isAscending), compare, changed: new Map() };
    layout.orders.set(key, order);
  }
  if (order.changed.size > 0) followChanges(order, ids.length);
  return order.slots;
}

function followChanges(order: PriceOrder, size: number): void {
  const staying = new Uint8Array(size).fill(1);
  for (const slot of order.changed.keys()) staying[slot] = 0;
  const arriving = [...order.changed].flatMap(([slot, hasGame]) => (hasGame ? slot : []));
  order.slots = reorder(order.slots, staying, arriving, order.compare);
  order.changed.clear();
}

const digitBits = 11;
const digits = 2 ** digitBits;

/** By slot, and slots, for one sort at a time: as garbage of each sort they would cause collections. */
let keys = new Float64Array();
let spare = new Uint32Array();
const places = new Uint32Array(digits);

/** A stable sort by whole numbers, digit by digit, which takes a fraction of the time of comparing; NaN last. */
function sortByNumber(
  slots: Uint32Array<ArrayBuffer>,
  layout: Layout,
  sort: MarketSort,
  isAscending: boolean,
): Uint32Array<ArrayBuffer> {
  const capacity = layout.best.length;
  if (keys.length < capacity) [keys, spare] = [new Float64Array(capacity), new Uint32Array(capacity)];
  const missing: number[] = [];
  const sorted = new Uint32Array(slots.length);
  let [length, lowest, highest] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let n = 0; n < slots.length; n++) {
    const value = sortValue(layout, sort, slots[n]!);
    if (Number.isNaN(value)) {
      missing.push(slots[n]!);
      continue;
    }
    keys[slots[n]!] = value;
    sorted[length++] = slots[n]!;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const first = isAscending ? lowest : highest;
  for (let n = 0; n < length; n++) keys[sorted[n]!] = Math.abs(keys[sorted[n]!]! - first);
  let [from, to] = [sorted, spare];
  for (let unit = 1; length > 0 && unit <= highest - lowest; unit *= digits) {
    places.fill(0);
    for (let n = 0; n < length; n++) places[(keys[from[n]!]! / unit) & (digits - 1)]! += 1;
    for (let digit = 0, place = 0; digit < digits; digit++) {
      const count = places[digit]!;
      places[digit] = place;
      place += count;
    }
    for (let n = 0; n < length; n++) to[places[(keys[from[n]!]! / unit) & (digits - 1)]!++] = from[n]!;
    [from, to] = [to, from];
  }
  if (from !== sorted) sorted.set(spare.subarray(0, length));
  sorted.set(missing, length);
  return sorted;
}
