import { type Launcher, launcherBits, launchers } from "contract/prices/launchers.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

/**
 * The current and past prices of a game at each store, as written by the database (`selectPrices`): lists separated by
 * semicolons, items by spaces, `-` = none. Stored as text, which takes little memory, and parsed without creating
 * strings, since a view of some stores reads it for all games.
 */
export type StoreFacts = Uint8Array;

/** The offers that count: of these stores, and only those that activate on any of the launchers, if there are some. */
export interface ShownOffers {
  stores: readonly { key: StoreKey; kind: string }[];
  activates?: readonly Launcher[];
}

/** The stores of a view. */
export interface ChosenStores {
  /** The sorted keys, official stores marked with a star, and the launchers. */
  key: string;
  /** Only offers that activate on one of these launchers count; 0 = all offers. */
  launchers: number;
  stores: readonly StoreKey[];
  /** By the hash of the key. */
  byHash: ReadonlyMap<number, ChosenStore>;
}

interface ChosenStore {
  key: StoreKey;
  bytes: Uint8Array;
  isOfficial: boolean;
  /** The next one with the same hash. */
  next: ChosenStore | undefined;
}

export function chooseStores({ stores: chosen, activates = [] }: ShownOffers): ChosenStores {
  const byHash = new Map<number, ChosenStore>();
  for (const { key, kind } of chosen) {
    const bytes = new TextEncoder().encode(key);
    const hash = hashOf(bytes, 0, bytes.length);
    byHash.set(hash, { key, bytes, isOfficial: kind === "official", next: byHash.get(hash) });
  }
  const names = chosen.map(({ key, kind }) => (kind === "official" ? `${key}*` : key));
  const launchers = launcherBits(activates);
  const key = names.sort().join(",") + (launchers === 0 ? "" : `+${launchers}`);
  return { key, launchers, stores: chosen.map(({ key }) => key), byHash };
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0;
  return hash;
}

/** The combined prices of a game at the chosen stores, in minor units; times in seconds since 1970. */
export interface ChosenPrices {
  bestMinor: number | null;
  bestStore: StoreKey | null;
  /** Whether the best offer of these stores is the best of all. */
  isBestOfAll: boolean;
  regularMinor: number | null;
  officialMinor: number | null;
  officialStore: StoreKey | null;
  /** Since when a store has the best price, and its price before. */
  changedAt: number | null;
  previousMinor: number | null;
  lowMinor: number | null;
  lowStore: StoreKey | null;
  lowSince: number | null;
  /** When the latest period at the low began. */
  lowAt: number | null;
  officialLowMinor: number | null;
  keyshopLowMinor: number | null;
  /** Of the stores of the same kind as the best one: their lowest and highest price, and since when. */
  kindLowMinor: number | null;
  kindHighMinor: number | null;
  kindLowSince: number | null;
  kindSince: number | null;
  /** When the best store's latest period at its low began, and when it first sold the game. */
  bestLowAt: number | null;
  bestSince: number | null;
  /** The stores that sell it, and what it activates on there, as bits. */
  soldAt: StoreKey[];
  launchers: number;
}

/** The lists after the keys, in their order. */
const lists = [
  "launchers",
  "minor",
  "regular",
  "low",
  "lowSince",
  "lowAt",
  "high",
  "since",
  "changedAt",
  "previous",
] as const;

/** The maximum number of stores per game. */
const maxPlaces = 1_024;
/** The values of the chosen stores by position, for one game at a time; NaN = none. */
const values = Object.fromEntries(lists.map((list) => [list, new Float64Array(maxPlaces)])) as Record<
  (typeof lists)[number],
  Float64Array
>;
/** The position of each chosen store among all stores of the game. */
const places = new Uint16Array(maxPlaces);
const found: ChosenStore[] = [];
/** The positions in `found` of the stores that count. */
let members: number[] = [];

const [space, semicolon, digit0, digit9] = [0x20, 0x3b, 0x30, 0x39];

/** Sums up the facts from `start` to `end`. */
export function sumUp(facts: StoreFacts, start: number, end: number, chosen: ChosenStores): ChosenPrices {
  return sumOf(readFacts(facts, start, end, chosen));
}

/** The filters by offers: each of their options counts only some offers. */
export const offerFilters = ["store", "official", "activates"] as const;
export type OfferFilter = (typeof offerFilters)[number];

export function isOfferFilter(name: string): name is OfferFilter {
  return (offerFilters as readonly string[]).includes(name);
}

/** Sums up the facts for each option of these filters that any of the chosen offers has. */
export function sumUpEach(
  facts: StoreFacts,
  [start, end]: readonly [number, number],
  { chosen, filters }: { chosen: ChosenStores; filters: readonly OfferFilter[] },
  visit: (filter: OfferFilter, option: string, prices: ChosenPrices) => void,
): void {
  const placeOfAll = readFacts(facts, start, end, chosen);
  const all = members;
  function visitWith(filter: OfferFilter, option: string, counts: (n: number) => boolean): void {
    members = all.filter(counts);
    if (members.length > 0) visit(filter, option, sumOf(placeOfAll));
  }
  for (const filter of filters) {
    if (filter === "store") for (const n of all) visitWith(filter, found[n]!.key, (other) => other === n);
    if (filter === "official") visitWith(filter, "true", (n) => found[n]!.isOfficial);
    if (filter === "activates") {
      for (const [launcher, bit] of launcherOptions) {
        visitWith(filter, launcher, (n) => (values.launchers[n]! & bit) > 0);
      }
    }
  }
}

/** Each launcher with its bit. */
export const launcherOptions = launchers.map((launcher) => [launcher, launcherBits([launcher])] as const);

/** A store's current offer; amounts in minor units, launchers as bits. */
export interface CurrentOffer {
  store: StoreKey;
  isOfficial: boolean;
  minor: number;
  regular: number | null;
  low: number;
  launchers: number;
}

/** The current offers of the chosen stores, in the order that breaks ties. */
export function readOffers(facts: StoreFacts, start: number, end: number, chosen: ChosenStores): CurrentOffer[] {
  readFacts(facts, start, end, chosen);
  return members
    .filter((n) => !Number.isNaN(values.minor[n]))
    .map((n) => ({
      store: found[n]!.key,
      isOfficial: found[n]!.isOfficial,
      minor: values.minor[n]!,
      regular: read(values.regular[n]!),
      low: values.low[n]!,
      launchers: values.launchers[n]!,
    }));
}

/** Reads the facts into `found`, `values` and `members`. Returns the place of the lowest price of all stores. */
function readFacts(facts: StoreFacts, start: number, end: number, chosen: ChosenStores): number {
  let at = readKeys(facts, start, end, chosen);
  const lowestOfAll = { minor: Number.POSITIVE_INFINITY, place: -1 };
  for (const list of lists) at = readList(facts, at, end, values[list], list === "minor" ? lowestOfAll : undefined);
  members = [];
  for (let n = 0; n < found.length; n++) {
    if (chosen.launchers === 0 || (values.launchers[n]! & chosen.launchers) > 0) members.push(n);
  }
  return lowestOfAll.place;
}

/** Finds the chosen stores among the keys. Returns the start of the next list. */
function readKeys(facts: StoreFacts, start: number, end: number, { byHash }: ChosenStores): number {
  found.length = 0;
  let hash = 0;
  let first = start;
  let place = 0;
  for (let at = start; at < end; at++) {
    const byte = facts[at]!;
    if (byte !== space && byte !== semicolon) {
      hash = (Math.imul(hash, 31) + byte) | 0;
      continue;
    }
    const store = findStore(byHash.get(hash), facts, first, at);
    if (store && place < maxPlaces) {
      places[found.length] = place;
      found.push(store);
    }
    if (byte === semicolon) return at + 1;
    hash = 0;
    first = at + 1;
    place += 1;
  }
  return end;
}

function findStore(store: ChosenStore | undefined, facts: StoreFacts, start: number, end: number) {
  for (let one = store; one; one = one.next) {
    if (one.bytes.length !== end - start) continue;
    let same = 0;
    while (same < one.bytes.length && one.bytes[same] === facts[start + same]) same += 1;
    if (same === one.bytes.length) return one;
  }
  return undefined;
}

/** Reads the values of the chosen stores. Returns the start of the next list. */
function readList(
  facts: StoreFacts,
  start: number,
  end: number,
  into: Float64Array,
  lowest: { minor: number; place: number } | undefined,
): number {
  let value = Number.NaN;
  let place = 0;
  let next = 0;
  for (let at = start; at <= end; at++) {
    const byte = at < end ? facts[at]! : semicolon;
    if (byte >= digit0 && byte <= digit9) {
      value = (Number.isNaN(value) ? 0 : value * 10) + byte - digit0;
      continue;
    }
    if (byte !== space && byte !== semicolon) continue;
    if (lowest && value < lowest.minor) {
      lowest.minor = value;
      lowest.place = place;
    }
    if (next < found.length && places[next] === place) into[next++] = value;
    if (byte === semicolon) return at + 1;
    value = Number.NaN;
    place += 1;
  }
  return end;
}

const read = (value: number) => (Number.isNaN(value) ? null : value);

/** Combines the values of the chosen stores. Of equal ones the first counts, since the order of stores breaks ties. */
function sumOf(placeOfAll: number): ChosenPrices {
  const best = lowestOf("minor");
  const official = lowestOf("minor", "official");
  const low = lowestOf("low");
  const valueAt = (list: (typeof lists)[number], n: number) => (n < 0 ? null : read(values[list][n]!));
  const sum: ChosenPrices = {
    bestMinor: valueAt("minor", best),
    bestStore: found[best]?.key ?? null,
    isBestOfAll: best >= 0 && places[best] === placeOfAll,
    regularMinor: valueAt("regular", best),
    officialMinor: valueAt("minor", official),
    officialStore: found[official]?.key ?? null,
    changedAt: null,
    previousMinor: null,
    lowMinor: valueAt("low", low),
    lowStore: found[low]?.key ?? null,
    lowSince: earliest("lowSince", (n) => values.low[n] === values.low[low]),
    lowAt: valueAt("lowAt", low),
    officialLowMinor: valueAt("low", lowestOf("low", "official")),
    keyshopLowMinor: valueAt("low", lowestOf("low", "keyshop")),
    ...kindOf(best),
    bestLowAt: valueAt("lowAt", best),
    bestSince: valueAt("since", best),
    soldAt: [],
    launchers: 0,
  };
  for (const n of members) {
    if (Number.isNaN(values.minor[n]!)) continue;
    sum.soldAt.push(found[n]!.key);
    sum.launchers |= values.launchers[n]!;
    if (values.minor[n] === sum.bestMinor) takeChange(sum, n);
  }
  return sum;
}

type KindPast = Pick<ChosenPrices, "kindLowMinor" | "kindHighMinor" | "kindLowSince" | "kindSince">;

/** The past of the stores of the same kind as the one at this position; -1 = none. */
function kindOf(best: number): KindPast {
  if (best < 0) return { kindLowMinor: null, kindHighMinor: null, kindLowSince: null, kindSince: null };
  const { isOfficial } = found[best]!;
  const isOfKind = (n: number) => found[n]!.isOfficial === isOfficial;
  const low = lowestOf("low", isOfficial ? "official" : "keyshop");
  let high = Number.NaN;
  for (const n of members) if (isOfKind(n) && !(values.high[n]! <= high)) high = values.high[n]!;
  return {
    kindLowMinor: low < 0 ? null : values.low[low]!,
    kindHighMinor: read(high),
    kindLowSince: low < 0 ? null : earliest("lowSince", (n) => isOfKind(n) && values.low[n] === values.low[low]),
    kindSince: earliest("since", isOfKind),
  };
}

/** The earliest of the times of some stores. */
function earliest(list: "lowSince" | "since", counts: (n: number) => boolean): number | null {
  let first = Number.NaN;
  for (const n of members) if (counts(n) && !(values[list][n]! >= first)) first = values[list][n]!;
  return read(first);
}

function takeChange(sum: ChosenPrices, n: number): void {
  const changed = values.changedAt[n]!;
  if (changed >= (sum.changedAt ?? Number.POSITIVE_INFINITY) || Number.isNaN(changed)) return;
  sum.changedAt = changed;
  sum.previousMinor = read(values.previous[n]!);
}

/** The position of the lowest value among the chosen stores, of a kind if given; -1 = none. */
function lowestOf(list: "minor" | "low", kind?: "official" | "keyshop"): number {
  const column = values[list];
  let lowest = -1;
  for (const n of members) {
    if (kind && found[n]!.isOfficial !== (kind === "official")) continue;
    const value = column[n]!;
    if (!Number.isNaN(value) && (lowest < 0 || value < column[lowest]!)) lowest = n;
  }
  return lowest;
}
