import type { StoreKey } from "contract/stores/store-key.ts";
import type { IndexedGames } from "./indexed-games.ts";
import { changeAt, type Layout, priceAt, steamAt, visitOffers } from "./layout.ts";
import { marks } from "./price-book.ts";
import { highestFirst } from "./sort-orders.ts";

const homepageSize = 12;

/** The ids of the best rated games with a price; ties by player count, then by id (spec/games 2.1). */
export function homepageIds(
  { columns, orders }: IndexedGames,
  layout: Layout,
  mayShow: (slot: number) => boolean,
): number[] {
  const { id, rating, player_count: players } = columns;
  const chosen: number[] = [];
  for (const slot of orders.rating.DESC) {
    // beyond that, only include games that tie with the last one
    if (chosen.length >= homepageSize && !Object.is(rating[slot], rating[chosen.at(-1)!])) break;
    if (layout.best[slot]! >= 0 && mayShow(slot)) chosen.push(slot);
  }
  chosen.sort(
    (a, b) => highestFirst(rating[a]!, rating[b]!) || highestFirst(players[a]!, players[b]!) || id[a]! - id[b]!,
  );
  return chosen.slice(0, homepageSize).map((slot) => id[slot]!);
}

/** In percent with one decimal, over games that are cheaper elsewhere than at Steam; `null` = none. */
export function averageSavings({ slots }: IndexedGames, layout: Layout): number | null {
  const number = layout.book.stores.indexOf("steam");
  let sum = 0;
  let games = 0;
  for (const slot of slots.values()) {
    const steam = steamAt(layout, slot, number);
    const best = priceAt(layout, slot);
    if (!(steam > 0 && best < steam)) continue;
    sum += (steam - best) / steam;
    games += 1;
  }
  return games === 0 ? null : Math.round((sum / games) * 1000) / 10;
}

/** The number of offers of each store not known to be out of stock; stores without any are left out. */
export function inStockCounts({ slots }: IndexedGames, layout: Layout): ReadonlyMap<StoreKey, number> {
  const { stores, offers } = layout.book;
  const counts = new Uint32Array(stores.length);
  for (const slot of slots.values()) {
    visitOffers(layout, slot, (n) => {
      if ((offers.marks[n]! & marks.inStock) > 0) counts[offers.store[n]!]! += 1;
    });
  }
  return new Map(stores.map((store, number) => [store, counts[number]!] as const).filter(([, count]) => count > 0));
}

/** The ids of the games that are not explicit, ascending, for the sitemap. */
export function publicGameIds({ columns, slots }: IndexedGames): number[] {
  const ids = [...slots].filter(([, slot]) => columns.explicit[slot] === 0).map(([id]) => id);
  return ids.sort((a, b) => a - b);
}

/** When the best price of the game last changed, in ms since 1970; `null` = unknown, or no such game. */
export function priceChangedAt({ slots }: IndexedGames, layout: Layout, id: number): number | null {
  const slot = slots.get(id);
  const changed = slot === undefined ? Number.NaN : changeAt(layout, slot).at;
  return Number.isNaN(changed) ? null : changed;
}
