import type { Order } from "../core/sorting.ts";
import { bestOffer } from "../games/rules.ts";
import { placeSearch } from "../languages/place.ts";
import type { StoreKey } from "../stores/store-key.ts";

/** The maximum number of lists per user, besides the wishlist. */
export const maxLists = 50;
/** The maximum number of games per list. */
export const maxListItems = 1_000;
export const maxNameLength = 100;
export const maxDescriptionLength = 1_000;
export const maxNotesLength = 1_000;

/** Games per page of a shared list. */
export const sharedPageSize = 50;

/** The path of a shared list's page. */
export function sharedPath(token: string): string {
  return `/shared/${token}`;
}

/** The path of a shared list's social image, 1200 × 630; without a country with the default market's prices. */
export function sharedImageUrl(token: string, country: string | undefined, language: string): string {
  return `/images/lists/${token}/social${placeSearch(country, language)}`;
}

/** The sort options of lists and the wishlist; `display_order` is the owner's custom order. */
export const listSorts = ["added_at", "title", "lowest_price", "display_order", "discount", "above_low"] as const;
export type ListSort = (typeof listSorts)[number];

/** What lists can be narrowed to: games on sale, at their low, or at or below the target of a price alert. */
export const listFilters = ["on_sale", "at_low", "below_target"] as const;
export type ListFilter = (typeof listFilters)[number];

/** Games per page of a list or the wishlist. */
export const listPageSize = 50;

/** The direction that a newly chosen sort starts in (spec/wishlist-and-alerts 3.2). */
export function firstListOrder(sort: ListSort): Order {
  return sort === "title" || sort === "display_order" || sort === "above_low" ? "ASC" : "DESC";
}

/**
 * The order after a click on a sort button: the current sort flips, except the custom order; others start with their
 * default.
 */
export function nextListOrder(clicked: ListSort, sort: ListSort, order: Order): Order {
  if (clicked !== sort || clicked === "display_order") return firstListOrder(clicked);
  return order === "ASC" ? "DESC" : "ASC";
}

export interface BasketOption<Game> {
  total: number;
  items: { game: Game; store: StoreKey; price: number }[];
  missing: Game[];
}

/** A store's price for a game. */
export interface BasketOffer {
  store: StoreKey;
  price: number;
}

/**
 * The cheapest way to buy the games from these stores only: each where it is cheapest; the first store wins ties.
 * `offers` are those not out of stock, in the order of the stores; a game that none of the stores sells is missing.
 */
export function cheapestOption<Game extends { offers: readonly BasketOffer[] }>(
  games: readonly Game[],
  stores: ReadonlySet<StoreKey>,
): BasketOption<Game> {
  const option: BasketOption<Game> = { total: 0, items: [], missing: [] };
  for (const game of games) {
    const best = bestOffer(game.offers.filter(({ store }) => stores.has(store)));
    if (!best) {
      option.missing.push(game);
      continue;
    }
    option.items.push({ game, store: best.store, price: best.price });
    option.total += best.price;
  }
  return option;
}
