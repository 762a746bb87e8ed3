import { gameEndpoints } from "contract/games/api.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../../platform/http/bind.ts";
import { type FindLibrary, libraryOf, typesFor } from "./policy-library.ts";
import { type OpenMarket, requireFilters } from "./policy-lists.ts";
import type { GameIndex } from "./read-model/game-index.ts";

export interface DealOptions {
  gameIndex: GameIndex;
  openMarket: OpenMarket;
  /** Throws `invalid` for a store that is unknown or not enabled. */
  requireStores(keys: readonly StoreKey[]): void;
  findLibrary: FindLibrary;
}

/** Mounts `GET /api/deals` (spec/deals). */
export function dealRoutes(
  app: FastifyInstance,
  { gameIndex, openMarket, requireStores, findLibrary }: DealOptions,
): void {
  bind(
    app,
    gameEndpoints.deals,
    async ({ query: { page, country, prices_of, language, library: view, ...rest } }, context) => {
      const library = await libraryOf(context.viewer, view, findLibrary);
      const market = await openMarket({ ...rest, country, prices_of, language });
      const showExplicit = context.viewer?.showExplicit ?? false;
      const query = { ...rest, library, showExplicit, type: rest.type ?? typesFor(view) };
      requireFilters(query, market, requireStores);
      const offset = (page - 1) * query.limit;
      const { deals, total, hiddenExplicit } = gameIndex.findDeals(market, { ...query, offset, now: Date.now() });
      const games = await gameIndex.listGames(
        market,
        deals.map(({ id }) => id),
      );
      return {
        deals: games.map((game, place) => ({ ...game, score: deals[place]!.score })),
        total,
        hidden_explicit: hiddenExplicit,
      };
    },
    // consists of fields of the contract only
    { skipResponseValidation: true },
  );
}
