import { bundleEndpoints as endpoints } from "contract/bundles/api.ts";
import type { Game } from "contract/games/schema.ts";
import { type FindMarket, type Market, priceCountry } from "contract/markets/schema.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerId } from "../../platform/http/bind.ts";
import { toBundle, toBundleSummary } from "./present.ts";
import { listDeliverablePrices, listOwned, listShownBundles, requirePublicBundle } from "./queries.ts";

export interface BundleOptions {
  db: Db;
  findMarket: FindMarket;
  /** Games with their prices today. */
  listGames(market: Market, ids: readonly number[]): Promise<Game[]>;
}

export function bundleRoutes(app: FastifyInstance, { db, findMarket, listGames }: BundleOptions): void {
  bind(app, endpoints.listBundles, async ({ query: { page, limit, store, contains, country: asked } }) => {
    const { country } = findMarket(asked);
    const at = { limit, offset: (page - 1) * limit, now: new Date() };
    const { bundles, total } = await listShownBundles(db, { country, store, contains }, at);
    return {
      bundles: bundles.map((bundle) => ({ ...toBundleSummary(bundle, country), titles: bundle.titles })),
      total,
    };
  });

  bind(app, endpoints.ownedInBundle, async ({ params }, context) => ({
    games: await listOwned(db, params.id, callerId(context)),
  }));

  bind(app, endpoints.getBundle, async ({ params, query }) => {
    const market = findMarket(query.country);
    const bundle = await requirePublicBundle(db, params.id, new Date());
    const ids = [...new Set(bundle.items.flatMap(({ game }) => game?.id ?? []))];
    const [games, deliverable] = await Promise.all([
      listGames(market, ids),
      listDeliverablePrices(db, ids, priceCountry(market)),
    ]);
    const prices = { country: market.country, games: new Map(games.map((game) => [game.id, game])), deliverable };
    return { bundle: toBundle(bundle, prices) };
  });
}
