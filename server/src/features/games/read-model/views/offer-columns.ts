import type { StoreKey } from "contract/stores/store-key.ts";
import type { MarketIndex } from "../indexed-games.ts";
import { offersAt } from "./price-view.ts";
import { type ChosenStores, launcherOptions, type OfferFilter } from "./store-facts.ts";

/** The current offers of a market's games at some stores, game by game, in minor units. */
export interface OfferColumns {
  /** By slot: where its offers begin; the next item is where they end. */
  starts: Uint32Array;
  stores: StoreKey[];
  isOfficial: boolean[];
  minors: Float64Array<ArrayBuffer>;
  cuts: Float64Array<ArrayBuffer>;
  lows: Float64Array<ArrayBuffer>;
  /** As bits. */
  launchers: Uint16Array;
}

/** Sets of stores per market; one takes 3 MB for 31,000 games. */
const maxSets = 4;
const columnsOfMarkets = new WeakMap<MarketIndex, Map<string, OfferColumns>>();

/** The offers as the market was when they were first asked for; later ones are in its `changedFacts`. */
export function offerColumnsOf(market: MarketIndex, chosen: ChosenStores): OfferColumns {
  const known = columnsOfMarkets.get(market) ?? new Map<string, OfferColumns>();
  columnsOfMarkets.set(market, known);
  const columns = known.get(chosen.key) ?? build(market, chosen);
  known.delete(chosen.key);
  known.set(chosen.key, columns);
  if (known.size > maxSets) known.delete(known.keys().next().value!);
  return columns;
}

function build(market: MarketIndex, chosen: ChosenStores): OfferColumns {
  const size = market.storeFacts.ends.length;
  const starts = new Uint32Array(size + 1);
  const [stores, isOfficial]: [StoreKey[], boolean[]] = [[], []];
  const [minors, cuts, lows, launchers]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let slot = 0; slot < size; slot++) {
    for (const offer of offersAt(market, slot, chosen)) {
      stores.push(offer.store);
      isOfficial.push(offer.isOfficial);
      minors.push(offer.minor);
      cuts.push(offer.cut);
      lows.push(offer.low);
      launchers.push(offer.launchers);
    }
    starts[slot + 1] = stores.length;
  }
  return {
    starts,
    stores,
    isOfficial,
    minors: Float64Array.from(minors),
    cuts: Float64Array.from(cuts),
    lows: Float64Array.from(lows),
    launchers: Uint16Array.from(launchers),
  };
}

/** Calls `visit` with each option that a game has, and its best offer there. */
export function visitBestOffers(
  { starts, stores, isOfficial, minors, launchers }: OfferColumns,
  slot: number,
  filters: readonly OfferFilter[],
  visit: (filter: OfferFilter, option: string, offer: number) => void,
): void {
  const [start, end] = [starts[slot]!, starts[slot + 1]!];
  function visitBest(filter: OfferFilter, option: string, has: (offer: number) => boolean): void {
    let best = -1;
    for (let n = start; n < end; n++) if (has(n) && (best < 0 || minors[n]! < minors[best]!)) best = n;
    if (best >= 0) visit(filter, option, best);
  }
  for (const filter of filters) {
    if (filter === "store") for (let n = start; n < end; n++) visit(filter, stores[n]!, n);
    if (filter === "official") visitBest(filter, "true", (n) => isOfficial[n]!);
    if (filter === "activates") {
      for (const [launcher, bit] of launcherOptions) visitBest(filter, launcher, (n) => (launchers[n]! & bit) > 0);
    }
  }
}

/** Whether an offer is at most so many percent above its store's low; without one, no option is near its low. */
export function isAnyNearLow({ starts, minors, lows }: OfferColumns, slot: number, percent: number): boolean {
  for (let n = starts[slot]!; n < starts[slot + 1]!; n++) {
    if (!(minors[n]! * 100 > lows[n]! * (100 + percent))) return true;
  }
  return false;
}
