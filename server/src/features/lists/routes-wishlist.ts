import { pageCount } from "contract/core/pagination.ts";
import type { ListedGame } from "contract/lists/schema.ts";
import { wishlistEndpoints } from "contract/lists/wishlist-api.ts";
import { type FindMarket, type Market, priceCountry } from "contract/markets/schema.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, type CallContext, callerId } from "../../platform/http/bind.ts";
import type { ShownStores } from "../my-stores/policy-shown-stores.ts";
import { addItem, changeItem, removeItems, reorderList } from "./commands-items.ts";
import { toBasket, toWishlistItem, toWishlistStats } from "./present.ts";
import {
  prepareCountItems,
  prepareListBasket,
  prepareListItems,
  prepareListItemsOfGames,
  prepareSumList,
} from "./queries-items.ts";

export interface WishlistOptions {
  db: Db;
  settings: { value(): SiteSettings };
  findMarket: FindMarket;
  shownStores: ShownStores;
  /** The bundle on sale in a market that has a game. */
  bundleOf(market: Market, gameId: number): ListedGame["bundle"];
}

/** Mounts the calls of the wishlist, which is a list of the user's (spec/wishlist-and-alerts 2). */
export function wishlistRoutes(app: FastifyInstance, options: WishlistOptions): void {
  const { db, settings, findMarket, shownStores, bundleOf } = options;
  const listItems = prepareListItems(db);
  const countItems = prepareCountItems(db);
  const listItemsOfGames = prepareListItemsOfGames(db);
  const sumList = prepareSumList(db);
  const listBasket = prepareListBasket(db);
  const wishlist = (context: CallContext) => ({ userId: callerId(context), listId: "wishlist" as const });

  bind(app, wishlistEndpoints.listWishlist, async ({ query }, context) => {
    const { page, limit, sort, order, show = null } = query;
    const market = { ...findMarket(query.country), language: query.language };
    const { keys: pricesOf } = shownStores(query.prices_of);
    const list = wishlist(context);
    const part = { country: priceCountry(market), pricesOf, sort, order, show, limit, offset: (page - 1) * limit };
    const [rows, total] = await Promise.all([listItems(list, part), countItems(list, part)]);
    const items = rows.map((row) => ({
      ...toWishlistItem(row, market, pricesOf !== null),
      bundle: bundleOf(market, row.gameId),
    }));
    return { items, total, page, totalPages: pageCount(total, limit) };
  });

  bind(app, wishlistEndpoints.addToWishlist, async ({ query, body }, context) => {
    const market = findMarket(query.country);
    const maxItems = settings.value()["wishlist.max_items"];
    const { item, added } = await addItem(db, wishlist(context), { ...body, country: priceCountry(market) }, maxItems);
    if (!added) context.setStatus(200);
    return { item: toWishlistItem(item, market) };
  });

  bind(app, wishlistEndpoints.wishlistStats, async ({ query }, context) => {
    const market = findMarket(query.country);
    const { keys: pricesOf } = shownStores(query.prices_of);
    return toWishlistStats(await sumList(wishlist(context), priceCountry(market), pricesOf), market);
  });

  bind(app, wishlistEndpoints.wishlistBasket, async ({ query }, context) => {
    const market = { ...findMarket(query.country), language: query.language };
    const shown = shownStores(query.prices_of);
    return toBasket(await listBasket(wishlist(context), priceCountry(market)), shown, market);
  });

  bind(app, wishlistEndpoints.checkWishlist, async ({ params: { gameId }, query }, context) => {
    const market = findMarket(query.country);
    const [row] = await listItemsOfGames(wishlist(context), [gameId], priceCountry(market));
    return { inWishlist: row !== undefined, wishlistItem: row ? toWishlistItem(row, market) : null };
  });

  bind(app, wishlistEndpoints.checkWishlistGames, async ({ query, body: { gameIds } }, context) => {
    const market = findMarket(query.country);
    const rows = await listItemsOfGames(wishlist(context), gameIds, priceCountry(market));
    return { items: Object.fromEntries(rows.map((row) => [row.gameId, toWishlistItem(row, market)])) };
  });

  bind(app, wishlistEndpoints.reorderWishlist, ({ body: { items } }, context) => {
    const order = items.map(({ wishlistId: id, position }) => ({ id, position }));
    return reorderList(db, wishlist(context), order);
  });

  bind(app, wishlistEndpoints.updateWishlistItem, async ({ params, query, body }, context) => {
    const market = findMarket(query.country);
    const { priority, notes, display_order: place } = body;
    const row = await changeItem(db, wishlist(context), params.id, { priority, notes, place }, priceCountry(market));
    return { item: toWishlistItem(row, market) };
  });

  bind(app, wishlistEndpoints.removeWishlistItem, ({ params: { id } }, context) =>
    removeItems(db, wishlist(context), { id }),
  );

  bind(app, wishlistEndpoints.removeGamesFromWishlist, ({ body: { gameIds } }, context) =>
    removeItems(db, wishlist(context), { gameIds }),
  );

  bind(app, wishlistEndpoints.removeGameFromWishlist, ({ params: { gameId } }, context) =>
    removeItems(db, wishlist(context), { gameIds: [gameId] }),
  );
}
