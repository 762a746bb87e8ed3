import { catalogueGameEndpoints as endpoints } from "contract/catalogue/game-api.ts";
import { genreEndpoints } from "contract/catalogue/genre-api.ts";
import type { FindMarket } from "contract/markets/schema.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import type { GameIndex } from "../games/read-model/game-index.ts";
import { uploadBoxart } from "./commands-boxart.ts";
import { deleteGame } from "./commands-delete-game.ts";
import { editGame, releaseFields, restoreVersion, setHidden } from "./commands-games.ts";
import { listGenreWords, mapGenre, undoGenre } from "./commands-genres.ts";
import { toCatalogueGame, toGameVersion } from "./present-games.ts";
import {
  listEditedIds,
  listHidden,
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
}

const unlimited = 2 ** 31 - 1;

export function gameAdminRoutes(app: FastifyInstance, { db, gameIndex, findMarket }: CatalogueDeskOptions): void {
  bind(app, endpoints.listCatalogueGames, async ({ query }) => {
    const { page, limit, hidden, edited, unknown_genre, search, type, sortBy: sort, sortOrder: order } = query;
    const offset = (page - 1) * limit;
    const unknown = await listUnknownGenres(db);
    const unknown_genres = unknown.map(({ name, ids }) => ({ name, games: ids.length }));
    if (hidden) {
      const found = await listHidden(db, { search, type, edited, sort, order, offset, limit });
      return { ...found, unknown_genres, corrected: null };
    }
    const criteria = { search, type: type ? [type] : ("any" as const), showExplicit: true, sort, order };
    const range = edited || unknown_genre ? { offset: 0, limit: unlimited } : { offset, limit };
    const found = gameIndex.find(findMarket(undefined), { ...criteria, ...range });
    if (!edited && !unknown_genre) return { ...found, unknown_genres, games: await listVisible(db, found.ids) };
    const restrictions = [
      ...(edited ? [await listEditedIds(db)] : []),
      ...(unknown_genre ? [new Set(unknown.flatMap(({ ids }) => ids))] : []),
    ];
    const ids = found.ids.filter((id) => restrictions.every((allowed) => allowed.has(id)));
    const games = await listVisible(db, ids.slice(offset, offset + limit));
    return { games, total: ids.length, unknown_genres, corrected: found.corrected };
  });

  bind(app, endpoints.catalogueGame, async ({ params }) => {
    const game = await requireEditedGame(db, params.id);
    return { game: toCatalogueGame(game, await readContext(db, game)) };
  });

  bind(app, endpoints.editGame, async ({ params, body: { base_version, reason, ...fields } }, context) => {
    const edit = { fields, baseVersion: base_version, reason };
    return { game: await editGame(db, callerOf(context), params.id, edit, new Date()) };
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
