import { pageCount } from "contract/core/pagination.ts";
import type { FindMarket } from "contract/markets/schema.ts";
import type { SiteSettings } from "contract/site-config/catalogue.ts";
import { wishlistEndpoints } from "contract/wishlist/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerId } from "../../platform/http/bind.ts";
import type { ShownStores } from "../my-stores/policy-shown-stores.ts";
import { addToWishlist, changeWishlistItem, removeFromWishlist, reorderWishlist } from "./commands.ts";
import { toBasket, toWishlistItem, toWishlistStats } from "./present.ts";
import {
  prepareCountWishlist,
  prepareListBasketGames,
  prepareListWishlist,
  prepareListWishlistedGames,
  prepareSumWishlist,
} from "./queries.ts";

export interface WishlistOptions {
  db: Db;
  settings: { value(): SiteSettings };
  findMarket: FindMarket;
  shownStores: ShownStores;
}

export function wishlistRoutes(app: FastifyInstance, options: WishlistOptions): void {
  const { db, settings, findMarket, shownStores } = options;
  const listWishlist = prepareListWishlist(db);
  const countWishlist = prepareCountWishlist(db);
  const listWishlistedGames = prepareListWishlistedGames(db);
  const sumWishlist = prepareSumWishlist(db);
  const listBasketGames = prepareListBasketGames(db);

  bind(app, wishlistEndpoints.listWishlist, async ({ query }, context) => {
    const { page, limit, sort, order } = query;
    const market = findMarket(query.country);
    const userId = callerId(context);
    const { keys: pricesOf } = shownStores(query.prices_of);
    const [rows, total] = await Promise.all([
      listWishlist({ userId, country: market.country, pricesOf, sort, order, limit, offset: (page - 1) * limit }),
      countWishlist(userId),
    ]);
    const items = rows.map((row) => toWishlistItem(row, market, pricesOf !== null));
    return { items, total, page, totalPages: pageCount(total, limit) };
  });

  bind(app, wishlistEndpoints.addToWishlist, async ({ query, body }, context) => {
    const market = findMarket(query.country);
    const maxItems = settings.value()["wishlist.max_items"];
    const { item, added } = await addToWishlist(
      db,
      { userId: callerId(context), country: market.country, ...body },
      maxItems,
    );
    if (!added) context.setStatus(200);
    return { item: toWishlistItem(item, market) };
  });

  bind(app, wishlistEndpoints.wishlistStats, async ({ query }, context) => {
    const market = findMarket(query.country);
    const { keys: pricesOf } = shownStores(query.prices_of);
    return toWishlistStats(await sumWishlist(callerId(context), market.country, pricesOf), market);
  });

  bind(app, wishlistEndpoints.wishlistBasket, async ({ query }, context) => {
    const market = findMarket(query.country);
    const shown = shownStores(query.prices_of);
    return toBasket(await listBasketGames(callerId(context), market.country), shown, market);
  });

  bind(app, wishlistEndpoints.checkWishlist, async ({ params: { gameId }, query }, context) => {
    const market = findMarket(query.country);
    const [row] = await listWishlistedGames(callerId(context), [gameId], market.country);
    return { inWishlist: row !== undefined, wishlistItem: row ? toWishlistItem(row, market) : null };
  });

  bind(app, wishlistEndpoints.checkWishlistGames, async ({ query, body: { gameIds } }, context) => {
    const market = findMarket(query.country);
    const rows = await listWishlistedGames(callerId(context), gameIds, market.country);
    return { items: Object.fromEntries(rows.map((row) => [row.gameId, toWishlistItem(row, market)])) };
  });

  bind(app, wishlistEndpoints.reorderWishlist, ({ body: { items } }, context) =>
    reorderWishlist(db, callerId(context), items),
  );

  bind(app, wishlistEndpoints.updateWishlistItem, async ({ params, query, body }, context) => {
    const market = findMarket(query.country);
    const { priority, notes, display_order: place } = body;
    const row = await changeWishlistItem(db, callerId(context), params.id, { priority, notes, place }, market.country);
    return { item: toWishlistItem(row, market) };
  });

  bind(app, wishlistEndpoints.removeWishlistItem, ({ params: { id } }, context) =>
    removeFromWishlist(db, callerId(context), { id }),
  );

  bind(app, wishlistEndpoints.removeGameFromWishlist, ({ params: { gameId } }, context) =>
    removeFromWishlist(db, callerId(context), { gameId }),
  );
}
