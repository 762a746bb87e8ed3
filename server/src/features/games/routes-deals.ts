import { gameEndpoints } from "contract/games/api.ts";
import type { FindMarket } from "contract/markets/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../../platform/http/bind.ts";
import { requireFilters } from "./policy-filters.ts";
import { type FindLibrary, libraryOf, typesFor } from "./policy-library.ts";
import type { Catalogue } from "./read-model/read-model.ts";

export interface DealOptions {
  catalogue: Catalogue;
  findMarket: FindMarket;
  /** Throws `invalid` for a store that is none, or not enabled. */
  requireStores(keys: readonly StoreKey[]): void;
  findLibrary: FindLibrary;
}

/** Mounts `GET /api/deals` (spec/deals). */
export function dealRoutes(
  app: FastifyInstance,
  { catalogue, findMarket, requireStores, findLibrary }: DealOptions,
): void {
  bind(
    app,
    gameEndpoints.deals,
    async ({ query: { page, country, library: view, ...asked } }, { viewer }) => {
      const market = findMarket(country);
      const library = await libraryOf(viewer, view, findLibrary);
      const query = { ...asked, library, type: asked.type ?? typesFor(view) };
      requireFilters(query, market, requireStores);
      const offset = (page - 1) * query.limit;
      const { deals, total } = catalogue.findDeals(market, { ...query, offset, now: Date.now() });
      const games = catalogue.listGames(
        market,
        deals.map(({ id }) => id),
      );
      return { deals: games.map((game, place) => ({ ...game, score: deals[place]!.score })), total };
    },
    // made of what the catalogue lists, as the contract names it
    { cacheTags: () => ["games", "stores", "minute"], skipResponseValidation: true },
  );
}
