import { pageCount } from "contract/core/pagination.ts";
import type { SiteSettings } from "contract/site-config/catalogue.ts";
import { wishlistEndpoints } from "contract/wishlist/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerId } from "../../platform/http/bind.ts";
import { addToWishlist, changeWishlistItem, removeFromWishlist, reorderWishlist } from "./commands.ts";
import { toBasket, toWishlistItem, toWishlistStats } from "./present.ts";
import {
  prepareCountWishlist,
  prepareListBasketGames,
  prepareListWishlist,
  prepareListWishlistedGames,
  prepareSumWishlist,
} from "./queries.ts";

export function wishlistRoutes(app: FastifyInstance, db: Db, settings: { value(): SiteSettings }): void {
  const listWishlist = prepareListWishlist(db);
  const countWishlist = prepareCountWishlist(db);
  const listWishlistedGames = prepareListWishlistedGames(db);
  const sumWishlist = prepareSumWishlist(db);
  const listBasketGames = prepareListBasketGames(db);

  bind(app, wishlistEndpoints.listWishlist, async ({ query: { page, limit, sort, order } }, context) => {
    const userId = callerId(context);
    const [rows, total] = await Promise.all([
      listWishlist({ userId, sort, order, limit, offset: (page - 1) * limit }),
      countWishlist(userId),
    ]);
    return { items: rows.map(toWishlistItem), total, page, totalPages: pageCount(total, limit) };
  });

  bind(app, wishlistEndpoints.addToWishlist, async ({ body }, context) => {
    const maxItems = settings.value()["wishlist.max_items"];
    const { item, added } = await addToWishlist(db, { userId: callerId(context), ...body }, maxItems);
    if (!added) context.setStatus(200);
    return { item: toWishlistItem(item) };
  });

  bind(app, wishlistEndpoints.wishlistStats, async (_, context) =>
    toWishlistStats(await sumWishlist(callerId(context))),
  );

  bind(app, wishlistEndpoints.wishlistBasket, async (_, context) => toBasket(await listBasketGames(callerId(context))));

  bind(app, wishlistEndpoints.checkWishlist, async ({ params: { gameId } }, context) => {
    const [row] = await listWishlistedGames(callerId(context), [gameId]);
    return { inWishlist: row !== undefined, wishlistItem: row ? toWishlistItem(row) : null };
  });

  bind(app, wishlistEndpoints.checkWishlistGames, async ({ body: { gameIds } }, context) => {
    const rows = await listWishlistedGames(callerId(context), gameIds);
    return { items: Object.fromEntries(rows.map((row) => [row.gameId, toWishlistItem(row)])) };
  });

  bind(app, wishlistEndpoints.reorderWishlist, ({ body: { items } }, context) =>
    reorderWishlist(db, callerId(context), items),
  );

  bind(app, wishlistEndpoints.updateWishlistItem, async ({ params, body }, context) => {
    const { priority, notes, display_order: place } = body;
    const row = await changeWishlistItem(db, callerId(context), params.id, { priority, notes, place });
    return { item: toWishlistItem(row) };
  });

  bind(app, wishlistEndpoints.removeWishlistItem, ({ params: { id } }, context) =>
    removeFromWishlist(db, callerId(context), { id }),
  );

  bind(app, wishlistEndpoints.removeGameFromWishlist, ({ params: { gameId } }, context) =>
    removeFromWishlist(db, callerId(context), { gameId }),
  );
}
