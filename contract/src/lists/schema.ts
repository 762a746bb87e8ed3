import { z } from "zod";
import { Id } from "../core/parameters.ts";
import { Game } from "../games/schema.ts";
import { localizedTitle } from "../languages/schema.ts";
import { toFlatPrices } from "../stores/flat-stores.ts";
import { StoreKey } from "../stores/store-key.ts";
import { maxListItems } from "./rules.ts";

/** A user's list as its owner sees it. */
export const UserList = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string(),
    is_gift: z.boolean().meta({ description: "Visitors with the link can reserve gifts" }),
    shared: z.boolean(),
    total: z.number().int().meta({ description: "Games on the list" }),
    game_ids: z.array(z.number().int()).meta({ description: "The first four games" }),
    has_game: z.boolean().optional().meta({ description: "With `gameId`: whether that game is on the list" }),
    created_at: z.string(),
    version: z.number().int(),
  })
  .meta({ id: "UserList" });
export type UserList = z.output<typeof UserList>;

/** The games that one call removes. */
export const GameIds = z.array(Id).min(1).max(maxListItems);

const price = z.number().nullable();
const text = z.string().nullable();

/** A game on a user's list: prices in `currency`, `null` = not sold; `display_order` starts at 1. */
const listedGame = {
  game_id: z.number().int(),
  title: z.string(),
  localized_title: localizedTitle,
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
  historical_low: price.meta({ description: "The lowest price ever in stock, without giveaways" }),
  everywhere_lowest_price: price
    .optional()
    .meta({ description: "Only with `prices_of`: the lowest price of all stores" }),
  everywhere_lowest_price_store: StoreKey.nullable().optional(),
  bundle: Game.shape.bundle.optional().meta({ description: "Only in pages of a list: as `bundle` of `Game`" }),
  ...toFlatPrices(() => price),
  added_at: z.string(),
  notes: z.string(),
  display_order: z.number().int(),
};
const ListedGame = z.object(listedGame);
export type ListedGame = z.output<typeof ListedGame>;

export const ListItem = z.object({ item_id: z.number().int(), ...listedGame }).meta({ id: "ListItem" });
export type ListItem = z.output<typeof ListItem>;

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
const BasketGame = z.object({ game_id: z.number().int(), title: z.string(), localized_title: localizedTitle });

export const BasketOption = z
  .object({
    total: z.number(),
    items: z.array(BasketGame.extend({ store: StoreKey, price: z.number() })),
    missing: z.array(BasketGame),
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

/** What a share link shows besides name, description and games. */
export const ShareOptions = z.object({
  notes: z.boolean(),
  name: z.boolean().meta({ description: "The owner's display name; the username is never shown" }),
});
export type ShareOptions = z.output<typeof ShareOptions>;

/** How a list is shared. */
export const ListShare = z
  .object({
    token: z.string().nullable().meta({
      description: "`null` for API keys and for links created with another secret key; create a new one",
    }),
    ...ShareOptions.shape,
    shared_at: z.string(),
  })
  .meta({ id: "ListShare" });
export type ListShare = z.output<typeof ListShare>;

/** A list as its share link shows it. */
export const SharedList = z
  .object({
    name: z.string(),
    description: z.string(),
    owner: z.string().nullable().meta({ description: "The owner's display name, if the owner shows it" }),
    is_gift: z.boolean(),
  })
  .meta({ id: "SharedList" });
export type SharedList = z.output<typeof SharedList>;

export const SharedItem = z
  .object({ game: Game, notes: z.string().meta({ description: "Empty unless the owner shares notes" }) })
  .meta({ id: "SharedItem" });
export type SharedItem = z.output<typeof SharedItem>;

/** A game that a friend gives; the friend stays anonymous. */
export const GiftMark = z.object({ game_id: z.number().int(), mine: z.boolean() }).meta({ id: "GiftMark" });
export type GiftMark = z.output<typeof GiftMark>;
