import { z } from "zod";
import { StoreKey } from "../stores/store-key.ts";

const price = z.number().nullable();
const text = z.string().nullable();

/** A game on a user's list: prices in `currency`, `null` = not sold; `display_order` starts at 1. */
export const listedGame = {
  game_id: z.number().int(),
  title: z.string(),
  genre: text,
  developer: text,
  steam_appid: z.number().int().nullable(),
  boxart_url: text,
  picture_version: text,
  currency: z.string(),
  lowest_price: price,
  lowest_price_store: StoreKey.nullable(),
  cut: z.number().int().meta({ description: "The lowest price below `reference_price`, whole percent" }),
  reference_price: price,
  reference_store: StoreKey.nullable(),
  everywhere_lowest_price: price
    .optional()
    .meta({ description: "Only with `prices_of`: the lowest price of all stores" }),
  everywhere_lowest_price_store: StoreKey.nullable().optional(),
  steam_price: price,
  cdkeys_price: price,
  gog_price: price,
  null_price: price,
  added_at: z.string(),
  notes: z.string(),
  display_order: z.number().int(),
};
const ListedGame = z.object(listedGame);
export type ListedGame = z.output<typeof ListedGame>;

/** A wishlisted game. */
export const WishlistItem = z
  .object({ wishlist_id: z.number().int(), ...listedGame, priority: z.number().int() })
  .meta({ id: "WishlistItem" });
export type WishlistItem = z.output<typeof WishlistItem>;

export const WishlistStats = z
  .object({
    total_games: z.number().int(),
    currency: z.string(),
    total_value: z.number(),
    total_savings: z.number(),
    average_price: z.number(),
  })
  .meta({ id: "WishlistStats" });
export type WishlistStats = z.output<typeof WishlistStats>;

/** One way to buy a whole list today: its total, the store of each game, and the games it lacks. */
export const BasketOption = z
  .object({
    total: z.number(),
    items: z.array(z.object({ game_id: z.number().int(), title: z.string(), store: StoreKey, price: z.number() })),
    missing: z.array(z.object({ game_id: z.number().int(), title: z.string() })),
  })
  .meta({ id: "BasketWay" });
export type BasketOption = z.output<typeof BasketOption>;

export const Basket = z
  .object({
    currency: z.string(),
    with_keyshops: BasketOption.meta({ description: "Each game at its cheapest store" }),
    official_only: BasketOption.meta({ description: "Each game at its cheapest official store" }),
    per_store: z.array(z.object({ store: StoreKey, way: BasketOption })),
  })
  .meta({ id: "Basket" });
export type Basket = z.output<typeof Basket>;
