import type { StoreKey } from "contract/stores/store-key.ts";
import { countBits } from "./bits.ts";
import type { IndexedGames } from "./indexed-games.ts";
import type { ShownPrices } from "./market-index.ts";
import { highestFirst } from "./sort-orders.ts";

const homepageSize = 12;

/** The ids of the best rated games with a price; ties by player count, then by id (spec/games 2.1). */
export function homepageIds(
  { columns, orders }: IndexedGames,
  market: ShownPrices,
  mayShow: (slot: number) => boolean,
): number[] {
  const { id, rating, player_count: players } = columns;
  const { lowest_price: price } = market.columns;
  const chosen: number[] = [];
  for (const slot of orders.rating.DESC) {
    // beyond that, only include games that tie with the last one
    if (chosen.length >= homepageSize && !Object.is(rating[slot], rating[chosen.at(-1)!])) break;
    if (price[slot]! >= 0 && mayShow(slot)) chosen.push(slot);
  }
  chosen.sort(
    (a, b) => highestFirst(rating[a]!, rating[b]!) || highestFirst(players[a]!, players[b]!) || id[a]! - id[b]!,
  );
  return chosen.slice(0, homepageSize).map((slot) => id[slot]!);
}

/** In percent with one decimal, over games that are cheaper elsewhere than at Steam; `null` = none. */
export function averageSavings({ slots }: IndexedGames, { columns }: ShownPrices): number | null {
  const { steam, lowest_price: best } = columns;
  let sum = 0;
  let games = 0;
  for (const slot of slots.values()) {
    if (!(steam[slot]! > 0 && best[slot]! < steam[slot]!)) continue;
    sum += (steam[slot]! - best[slot]!) / steam[slot]!;
    games += 1;
  }
  return games === 0 ? null : Math.round((sum / games) * 1000) / 10;
}

/** The number of offers of each store not known to be out of stock; stores without any are left out. */
export function inStockCounts({ deliverable }: ShownPrices): ReadonlyMap<StoreKey, number> {
  return new Map(Object.entries(deliverable).map(([store, bits]) => [store, countBits(bits)]));
}

/** The ids of the games that are not explicit, ascending, for the sitemap. */
export function publicGameIds({ columns, slots }: IndexedGames): number[] {
  const ids = [...slots].filter(([, slot]) => columns.explicit[slot] === 0).map(([id]) => id);
  return ids.sort((a, b) => a - b);
}

/** When the best price of the game last changed, in ms since 1970; `null` = unknown, or no such game. */
export function priceChangedAt({ slots }: IndexedGames, { columns }: ShownPrices, id: number): number | null {
  const slot = slots.get(id);
  const changed = slot === undefined ? Number.NaN : columns.price_changed[slot]!;
  return Number.isNaN(changed) ? null : changed;
}
