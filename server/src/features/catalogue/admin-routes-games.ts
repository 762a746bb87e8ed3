import { catalogueGameEndpoints as endpoints } from "contract/catalogue/game-api.ts";
import { genreEndpoints } from "contract/catalogue/genre-api.ts";
import { invalid } from "contract/core/errors.ts";
import { type GameFilters, gameFilters } from "contract/games/filters.ts";
import { type FindMarket, type Market, priceCountry } from "contract/markets/schema.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import type { OpenMarket } from "../games/policy-lists.ts";
import type { GameIndex } from "../games/read-model/game-index.ts";
import { uploadBoxart } from "./commands-boxart.ts";
import { deleteGame } from "./commands-delete-game.ts";
import { editGame, editGames, releaseFields, restoreVersion, setHidden } from "./commands-games.ts";
import { listGenreWords, mapGenre, undoGenre } from "./commands-genres.ts";
import { toCatalogueGame, toCatalogueRow, toGameVersion } from "./present-games.ts";
import {
  listHidden,
  listPassing,
  listUnknownGenres,
  listVersions,
  listVisible,
  readContext,
  requireEditedGame,
} from "./queries-games.ts";

export interface CatalogueDeskOptions {
  db: Db;
  gameIndex: Pick<GameIndex, "find">;
  findMarket: FindMarket;
  openMarket: OpenMarket;
  /** Throws `invalid` for a value that no game of the market can have. */
  requireFilters(filters: GameFilters, market: Market): void;
}

/** The catalogue in memory does not have hidden games: throws `invalid` for filters that need it. */
function requireFiltersOfHidden(filters: GameFilters): void {
  const paths = (Object.keys(gameFilters) as (keyof GameFilters)[]).filter(
    (name) => name !== "type" && filters[name] !== undefined,
  );
  if (paths.length > 0) throw invalid(paths.map((path) => ({ path, msg: "Does not filter hidden games" })));
}

const unlimited = 2 ** 31 - 1;

export function gameAdminRoutes(
  app: FastifyInstance,
  { db, gameIndex, findMarket, openMarket, requireFilters }: CatalogueDeskOptions,
): void {
  bind(app, endpoints.listCatalogueGames, async ({ query }) => {
    const { page, limit, hidden, edited, missing = [], unknown_genre, sortBy: sort, sortOrder: order, ...rest } = query;
    const { search, ...filters } = rest;
    const offset = (page - 1) * limit;
    const defaultMarket = findMarket(undefined);
    const [country, currency] = [priceCountry(defaultMarket), defaultMarket.currency];
    const unknown = await listUnknownGenres(db);
    const shared = { currency, unknown_genres: unknown.map(({ name, ids }) => ({ name, games: ids.length })) };
    if (hidden) {
      requireFiltersOfHidden(filters);
      const types = filters.type ?? "any";
      const found = await listHidden(db, country, { search, types, edited, missing, sort, order, offset, limit });
      return { ...shared, ...found, games: found.games.map((game) => toCatalogueRow(game, currency)), corrected: null };
    }
    const market = await openMarket(filters);
    requireFilters(filters, market);
    const isRestricted = edited || unknown_genre || missing.length > 0;
    const range = isRestricted ? { offset: 0, limit: unlimited } : { offset, limit };
    const criteria = { ...filters, search, type: filters.type ?? "any", showExplicit: true, sort, order };
    const found = gameIndex.find(market, { ...criteria, ...range });
    const restrictions = [
      ...(edited || missing.length > 0 ? [await listPassing(db, country, { edited, missing })] : []),
      ...(unknown_genre ? [new Set(unknown.flatMap(({ ids }) => ids))] : []),
    ];
    const ids = found.ids.filter((id) => restrictions.every((allowed) => allowed.has(id)));
    const shown = isRestricted ? ids.slice(offset, offset + limit) : ids;
    const games = await listVisible(db, country, shown);
    return {
      ...shared,
      games: games.map((game) => toCatalogueRow(game, currency)),
      total: isRestricted ? ids.length : found.total,
      corrected: found.corrected,
    };
  });

  bind(app, endpoints.catalogueGame, async ({ params }) => {
    const game = await requireEditedGame(db, params.id);
    return { game: toCatalogueGame(game, await readContext(db, game)) };
  });

  bind(app, endpoints.editGame, async ({ params, body: { base_version, reason, ...fields } }, context) => {
    const edit = { fields, baseVersion: base_version, reason };
    return { game: await editGame(db, callerOf(context), params.id, edit, new Date()) };
  });

  bind(app, endpoints.editGames, async ({ body }, context) => {
    return { changed: await editGames(db, callerOf(context), body, new Date()) };
  });

  bind(app, endpoints.uploadBoxart, async ({ params, query: { base_version, reason }, body: bytes }, context) => {
    const upload = { bytes, baseVersion: base_version, reason };
    return { game: await uploadBoxart(db, callerOf(context), params.id, upload, new Date()) };
  });

  bind(app, endpoints.releaseGame, async ({ params, body: { fields, base_version, reason } }, context) => {
    const release = { fields, baseVersion: base_version, reason };
    return { game: await releaseFields(db, callerOf(context), params.id, release, new Date()) };
  });

  bind(app, endpoints.gameHistory, async ({ params, query: { page, limit } }) => {
    await requireEditedGame(db, params.id);
    const { versions, total } = await listVersions(db, params.id, { limit, offset: (page - 1) * limit });
    return { history: versions.map(toGameVersion), total };
  });

  bind(app, endpoints.restoreGame, async ({ params, body: { version, base_version } }, context) => {
    const restored = { version, baseVersion: base_version };
    return { game: await restoreVersion(db, callerOf(context), params.id, restored, new Date()) };
  });

  for (const [endpoint, hidden] of [
    [endpoints.hideGame, true],
    [endpoints.unhideGame, false],
  ] as const) {
    bind(app, endpoint, async ({ params, body: { base_version, reason } }, context) => {
      const change = { hidden, baseVersion: base_version, reason };
      return { game: await setHidden(db, callerOf(context), params.id, change, new Date()) };
    });
  }

  bind(app, genreEndpoints.listGenreWords, () => listGenreWords(db));
  bind(app, genreEndpoints.mapGenre, ({ body }, context) => mapGenre(db, callerOf(context), body, new Date()));
  bind(app, genreEndpoints.undoGenre, ({ body }, context) => undoGenre(db, callerOf(context), body.word, new Date()));

  bind(app, endpoints.deleteGame, ({ params, query }, context) => deleteGame(db, callerOf(context), params.id, query));
}
