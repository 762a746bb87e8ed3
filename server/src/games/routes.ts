import { AppError } from "contract/errors.ts";
import { gameEndpoints } from "contract/games/api.ts";
import { freeGameSorts } from "contract/games/sorting.ts";
import { pageCount } from "contract/pagination.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../http/bind.ts";
import { toPartialGame } from "./present.ts";
import type { Catalogue, CatalogueQuery } from "./snapshot.ts";

export function gameRoutes(app: FastifyInstance, catalogue: Catalogue): void {
  bind(app, gameEndpoints.listGames, async ({ query }, { viewer }) => {
    const { page, limit, search, sortBy, order, store, fields } = query;
    const list = await listPage(page, {
      search,
      store,
      sort: sortBy,
      order,
      showExplicit: showsExplicit(viewer),
      limit,
    });
    return { ...list, games: list.games.map((game) => toPartialGame(game, fields)) };
  });

  bind(app, gameEndpoints.freeGames, ({ query }, { viewer }) => {
    const { page, limit, search, sortBy, order } = query;
    const sort = freeGameSorts[sortBy];
    return listPage(page, { search, free: true, sort, order, showExplicit: showsExplicit(viewer), limit });
  });

  bind(app, gameEndpoints.homepageGames, async (_, { viewer }) => ({
    games: await catalogue.listGames(catalogue.homepageIds(showsExplicit(viewer))),
  }));

  bind(app, gameEndpoints.priceStats, () => ({ avg_savings_percentage: catalogue.averageSavings() }));

  bind(app, gameEndpoints.game, async ({ params }) => {
    const [game] = await catalogue.listGames([params.id]);
    if (!game) throw new AppError("not_found", "Game not found");
    return game;
  });

  bind(app, gameEndpoints.gamesByIds, async ({ body }, { viewer }) => {
    const games = await catalogue.listGames([...new Set(body.gameIds)]);
    return { games: games.filter((game) => !game.explicit || showsExplicit(viewer)) };
  });

  async function listPage(page: number, query: Omit<CatalogueQuery, "offset">) {
    const { ids, total } = catalogue.find({ ...query, offset: (page - 1) * query.limit });
    const games = await catalogue.listGames(ids);
    return { games, totalPages: pageCount(total, query.limit), totalGames: total, currentPage: page };
  }
}

function showsExplicit(viewer: { showExplicit: boolean } | null): boolean {
  return viewer?.showExplicit ?? false;
}
