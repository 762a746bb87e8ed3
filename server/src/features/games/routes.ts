import type { Endpoint } from "contract/core/endpoint.ts";
import { AppError } from "contract/core/errors.ts";
import { pageCount } from "contract/core/pagination.ts";
import { gameEndpoints } from "contract/games/api.ts";
import { freeGameSorts } from "contract/games/sorting.ts";
import type { FastifyInstance } from "fastify";
import type { Reads } from "../../platform/db/replica/reads.ts";
import { bind, type Handler } from "../../platform/http/bind.ts";
import { gameKey } from "../../platform/http/cache/cache-tags.ts";
import { isDatabaseUnreachable } from "../../platform/http/errors.ts";
import { toGameDetail, toPartialGame } from "./present.ts";
import { prepareListOffers } from "./queries.ts";
import type { CatalogueQuery } from "./read-model/query.ts";
import type { Catalogue } from "./read-model/read-model.ts";

export function gameRoutes(app: FastifyInstance, reads: Reads, catalogue: Catalogue): void {
  const listOffers = reads.prepare(prepareListOffers);

  /** Mounts a call that answers with what `toGame` makes, and so with nothing that the contract does not name. */
  function bindList<E extends Endpoint>(endpoint: E, handler: Handler<E>) {
    bind(app, endpoint, handler, { skipResponseValidation: true });
  }

  bindList(gameEndpoints.listGames, ({ query }, { viewer }) => {
    const { page, sortBy: sort, fields, ...rest } = query;
    const list = listPage(page, { ...rest, sort, showExplicit: showsExplicit(viewer) });
    return { ...list, games: list.games.map((game) => toPartialGame(game, fields)) };
  });

  bindList(gameEndpoints.freeGames, ({ query }, { viewer }) => {
    const { page, limit, search, sortBy, order } = query;
    const sort = freeGameSorts[sortBy];
    return listPage(page, { search, free: true, sort, order, showExplicit: showsExplicit(viewer), limit });
  });

  bindList(gameEndpoints.homepageGames, (_, { viewer }) => ({
    games: catalogue.listGames(catalogue.homepageIds(showsExplicit(viewer))),
  }));

  bind(app, gameEndpoints.priceStats, () => ({ avg_savings_percentage: catalogue.averageSavings() }));

  const showGame: Handler<typeof gameEndpoints.game> = async ({ params }) => {
    const [game] = catalogue.listGames([params.id]);
    if (!game) throw new AppError("not_found", "Game not found");
    return toGameDetail(game, await offersIfThere(params.id));
  };
  // of prices that did not change a poll says that they were seen
  bind(app, gameEndpoints.game, showGame, { cacheTags: ({ params }) => [gameKey(params.id), "polls"] });

  bindList(gameEndpoints.gamesByIds, ({ body }, { viewer }) => {
    const games = catalogue.listGames([...new Set(body.gameIds)]);
    return { games: games.filter((game) => !game.explicit || showsExplicit(viewer)) };
  });

  /** The offers, none while the database is away: what the catalogue knows of the game is then still worth a page. */
  function offersIfThere(id: number) {
    return listOffers(id).catch((error: unknown) => {
      if (!isDatabaseUnreachable(error)) throw error;
      app.calls.content.markIncomplete(id);
      return [];
    });
  }

  function listPage(page: number, query: Omit<CatalogueQuery, "offset">) {
    const { ids, total } = catalogue.find({ ...query, offset: (page - 1) * query.limit });
    const games = catalogue.listGames(ids);
    return { games, totalPages: pageCount(total, query.limit), totalGames: total, currentPage: page };
  }
}

function showsExplicit(viewer: { showExplicit: boolean } | null): boolean {
  return viewer?.showExplicit ?? false;
}
