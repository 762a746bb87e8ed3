import { toAmount } from "contract/core/money.ts";
import { cutOf, referenceOf } from "contract/games/rules.ts";
import { uploadVersion } from "contract/images/uploads.ts";
import type { Market } from "contract/markets/schema.ts";
import { type Launcher, launchersOf } from "contract/prices/launchers.ts";
import type { Retailer } from "contract/stores/schema.ts";
import { type BasketOption as CheapestOption, cheapestOption } from "contract/wishlist/rules.ts";
import type { Basket, BasketOption, ListedGame, WishlistItem, WishlistStats } from "contract/wishlist/schema.ts";
import type { WishlistRow, WishlistSums } from "./queries.ts";
import type { BasketRow } from "./queries-listed.ts";

/** An item of any list of a user. */
export interface ListedRow extends Omit<WishlistRow, "id" | "priority"> {}

/** With `ofSome` the lowest price is that of some stores, and the one of all stores is added. */
export function toListedGame(row: ListedRow, { currency }: Pick<Market, "currency">, ofSome = false): ListedGame {
  const reference = referenceOf({
    store: row.bestStore,
    regular: row.regularMinor,
    steamRegular: row.steamRegularMinor,
    steam: row.steamMinor,
  });
  return {
    game_id: row.gameId,
    title: row.title,
    genre: row.genre,
    developer: row.developer,
    steam_appid: row.steamAppid,
    boxart_url: row.boxartUrl,
    picture_version: uploadVersion(row.boxartUrl),
    currency,
    lowest_price: toAmount(row.bestMinor, currency),
    lowest_price_store: row.bestStore,
    cut: cutOf(row.bestMinor, reference?.price ?? null),
    reference_price: toAmount(reference?.price ?? null, currency),
    reference_store: reference?.store ?? null,
    ...(ofSome && {
      everywhere_lowest_price: toAmount(row.everywhereMinor, currency),
      everywhere_lowest_price_store: row.everywhereStore,
    }),
    steam_price: toAmount(row.steamMinor, currency),
    cdkeys_price: toAmount(row.cdkeysMinor, currency),
    gog_price: toAmount(row.gogMinor, currency),
    null_price: toAmount(row.otherMinor, currency),
    added_at: row.addedAt.toISOString(),
    notes: row.notes,
    display_order: row.displayOrder,
  };
}

export function toWishlistItem(row: WishlistRow, market: Pick<Market, "currency">, ofSome = false): WishlistItem {
  return { wishlist_id: row.id, ...toListedGame(row, market, ofSome), priority: row.priority };
}

export function toWishlistStats(
  { games, pricedGames, valueMinor, savingsMinor }: WishlistSums,
  { currency }: Market,
): WishlistStats {
  return {
    total_games: games,
    currency,
    total_value: toAmount(valueMinor, currency),
    total_savings: toAmount(savingsMinor, currency),
    average_price: pricedGames === 0 ? 0 : toAmount(Math.round(valueMinor / pricedGames), currency),
  };
}

interface ShownOffers {
  stores: readonly Pick<Retailer, "key" | "kind">[];
  /** Only offers that activate on one of these count; none = all offers. */
  activates: readonly Launcher[];
}

/** The options to buy a whole list: from all stores, from official ones, and from each store alone. */
export function toBasket(rows: readonly BasketRow[], { stores, activates }: ShownOffers, { currency }: Market): Basket {
  const counts = ({ store, activatesOn }: BasketRow["offers"][number]) =>
    activates.length === 0 || launchersOf(store, activatesOn).some((launcher) => activates.includes(launcher));
  const games = rows.map((row) => ({ ...row, offers: row.offers.filter(counts) }));
  const optionFrom = (chosen: typeof stores) =>
    toOption(cheapestOption(games, new Set(chosen.map(({ key }) => key))), currency);
  return {
    currency,
    with_keyshops: optionFrom(stores),
    official_only: optionFrom(stores.filter(({ kind }) => kind === "official")),
    per_store: stores.map((store) => ({ store: store.key, way: optionFrom([store]) })),
  };
}

function toOption(
  { total, items, missing }: CheapestOption<{ id: number; title: string }>,
  currency: string,
): BasketOption {
  return {
    total: toAmount(total, currency),
    items: items.map(({ game, store, price }) => ({
      game_id: game.id,
      title: game.title,
      store,
      price: toAmount(price, currency),
    })),
    missing: missing.map(({ id, title }) => ({ game_id: id, title })),
  };
}
