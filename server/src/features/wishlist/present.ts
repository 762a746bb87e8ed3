import { toDollars } from "contract/core/money.ts";
import { type StoreKey, storeKeys, stores } from "contract/stores.ts";
import { type BasketOption as CheapestOption, cheapestOption } from "contract/wishlist/rules.ts";
import type { Basket, BasketOption, WishlistItem, WishlistStats } from "contract/wishlist/schema.ts";
import type { BasketRow, WishlistRow, WishlistSums } from "./queries.ts";

export function toWishlistItem(row: WishlistRow): WishlistItem {
  return {
    wishlist_id: row.id,
    game_id: row.gameId,
    title: row.title,
    genre: row.genre,
    developer: row.developer,
    steam_appid: row.steamAppid,
    boxart_url: row.boxartUrl,
    lowest_price: toDollars(row.bestCents),
    lowest_price_store: row.bestStore,
    steam_price: toDollars(row.steamCents),
    cdkeys_price: toDollars(row.cdkeysCents),
    gog_price: toDollars(row.gogCents),
    null_price: toDollars(row.otherCents),
    added_at: row.addedAt.toISOString(),
    priority: row.priority,
    notes: row.notes,
    display_order: row.displayOrder,
  };
}

export function toWishlistStats({ games, pricedGames, valueCents, savingsCents }: WishlistSums): WishlistStats {
  return {
    total_games: games,
    total_value: toDollars(valueCents),
    total_savings: toDollars(savingsCents),
    average_price: pricedGames === 0 ? 0 : toDollars(Math.round(valueCents / pricedGames)),
  };
}

/** The options to buy a whole wishlist: from all stores, from official ones, and from each store alone. */
export function toBasket(rows: readonly BasketRow[]): Basket {
  const games = rows.map(({ id, title, ...prices }) => ({ id, title, prices }));
  const optionFrom = (keys: readonly StoreKey[]) => toOption(cheapestOption(games, keys));
  const official = stores.filter(({ kind }) => kind === "official").map(({ key }) => key);
  return {
    with_keyshops: optionFrom(storeKeys),
    official_only: optionFrom(official),
    per_store: stores.map(({ key }) => ({ store: key, way: optionFrom([key]) })),
  };
}

function toOption({ total, items, missing }: CheapestOption<{ id: number; title: string }>): BasketOption {
  return {
    total: toDollars(total),
    items: items.map(({ game, store, price }) => ({
      game_id: game.id,
      title: game.title,
      store,
      price: toDollars(price),
    })),
    missing: missing.map(({ id, title }) => ({ game_id: id, title })),
  };
}
