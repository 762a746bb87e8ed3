import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, Place, pageQuery, rejectDuplicates, SortOrder } from "../core/parameters.ts";
import { languageQuery } from "../languages/schema.ts";
import { pricesOfQuery } from "../my-stores/schema.ts";
import { listFilters, listSorts, maxNotesLength } from "./rules.ts";
import { Basket, GameIds, WishlistItem, WishlistStats } from "./schema.ts";

const Priority = z.number().int().min(-1_000).max(1_000);
const Notes = z.string().max(maxNotesLength);
const Item = z.object({ item: WishlistItem });
const byId = z.object({ id: Id });
const byGame = z.object({ gameId: Id });
/** The market whose prices are shown. */
const market = z.object({ country: Country.optional() });
const marketAtStores = market.extend(pricesOfQuery);

/** The new positions: each wishlisted game and each position once. */
const NewOrder = z
  .array(z.object({ wishlistId: Id, position: Place }))
  .min(1)
  .max(10_000)
  .superRefine(rejectDuplicates("wishlistId", "position"));

export const wishlistEndpoints = {
  listWishlist: endpoint("GET /api/wishlist", {
    summary: "Get the caller's wishlist",
    access: "user",
    scope: "read:lists",
    query: z.object({
      ...pageQuery,
      sort: z.enum(listSorts).default("added_at"),
      order: SortOrder.default("DESC"),
      show: z.enum(listFilters).optional(),
      ...marketAtStores.shape,
      ...languageQuery,
    }),
    response: z.object({
      items: z.array(WishlistItem),
      total: z.number().int(),
      page: z.number().int(),
      totalPages: z.number().int(),
    }),
  }),
  addToWishlist: endpoint("POST /api/wishlist", {
    summary: "Add a game to the wishlist; 200 if already present",
    access: "user",
    scope: "write:lists",
    query: market,
    body: z.object({ gameId: Id, priority: Priority.default(0), notes: Notes.default("") }),
    response: Item,
    status: 201,
    otherStatus: 200,
    errors: ["not_found", "conflict"],
  }),
  wishlistStats: endpoint("GET /api/wishlist/stats", {
    summary: "Get the total prices of the caller's wishlist",
    access: "user",
    scope: "read:lists",
    query: marketAtStores,
    response: WishlistStats,
  }),
  wishlistBasket: endpoint("GET /api/wishlist/basket", {
    summary: "Get the cheapest ways to buy all wishlisted games today",
    access: "user",
    scope: "read:lists",
    query: marketAtStores.extend(languageQuery),
    response: Basket,
  }),
  checkWishlist: endpoint("GET /api/wishlist/check/{gameId}", {
    summary: "Check whether a game is on the caller's wishlist",
    access: "user",
    scope: "read:lists",
    params: byGame,
    query: market,
    response: z.object({ inWishlist: z.boolean(), wishlistItem: WishlistItem.nullable() }),
  }),
  checkWishlistGames: endpoint("POST /api/wishlist/check", {
    summary: "Check which of the given games are on the caller's wishlist",
    access: "user",
    scope: "read:lists",
    query: market,
    body: z.object({ gameIds: z.array(Id).min(1).max(100) }),
    response: z.object({ items: z.record(z.string(), WishlistItem) }),
  }),
  reorderWishlist: endpoint("PUT /api/wishlist/reorder", {
    summary: "Reorder the wishlist; games not named follow",
    access: "user",
    scope: "write:lists",
    body: z.object({ items: NewOrder }),
    // 10,000 items of 50 bytes
    bodyLimit: 512 * 1024,
  }),
  updateWishlistItem: endpoint("PUT /api/wishlist/{id}", {
    summary: "Update the priority, notes or position of a wishlisted game",
    access: "user",
    scope: "write:lists",
    params: byId,
    query: market,
    body: z.object({
      priority: Priority.optional(),
      notes: Notes.optional(),
      display_order: Place.optional(),
    }),
    response: Item,
  }),
  removeWishlistItem: endpoint("DELETE /api/wishlist/{id}", {
    summary: "Remove an item from the wishlist; succeeds if it is not there",
    access: "user",
    scope: "write:lists",
    params: byId,
  }),
  removeGamesFromWishlist: endpoint("POST /api/wishlist/remove", {
    summary: "Remove several games from the wishlist; those not on it are ignored",
    access: "user",
    scope: "write:lists",
    body: z.object({ gameIds: GameIds }),
  }),
  removeGameFromWishlist: endpoint("DELETE /api/wishlist/game/{gameId}", {
    summary: "Remove a game from the wishlist; succeeds if it is not there",
    access: "user",
    scope: "write:lists",
    params: byGame,
  }),
};
