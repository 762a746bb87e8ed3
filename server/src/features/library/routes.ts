import { AppError } from "contract/core/errors.ts";
import { pageCount } from "contract/core/pagination.ts";
import type { Game } from "contract/games/schema.ts";
import { libraryEndpoints } from "contract/library/api.ts";
import type { FindMarket, Market } from "contract/markets/schema.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerId, type Handler } from "../../platform/http/bind.ts";
import type { Limits } from "../../platform/http/limits/rate-limit.ts";
import { importGames, setDailyImport, setLibraryState } from "./commands.ts";
import { previewSteam } from "./commands-steam.ts";
import { exportLibrary } from "./export.ts";
import { previewImport } from "./import/preview.ts";
import { readText } from "./import/read-text.ts";
import type { FindNamed } from "./import/search.ts";
import type { SteamAccess } from "./import/steam.ts";
import { toImportState, toLibraryGame, toLibraryItem } from "./present.ts";
import { findImportState, findLibraryGame, listLibrary, listWished } from "./queries.ts";

export interface LibraryOptions {
  db: Db;
  settings: { value(): SiteSettings };
  findMarket: FindMarket;
  /** Games as presented in lists; leaves out unknown ids. */
  listGames(market: Market & { language?: string | undefined }, ids: readonly number[]): Promise<Game[]>;
  findNamed: FindNamed;
  /** `null` = this site has no key of Steam's Web API. */
  steam: SteamAccess | null;
  limits: Pick<Limits, "perKey">;
}

const hourMs = 3_600_000;
/** Limits Steam's responses and our retries to the time that a call may take. */
const steamTimeoutMs = 20_000;

/** Mounts the calls of spec/library. */
export function libraryRoutes(app: FastifyInstance, options: LibraryOptions): void {
  const { db, settings, findMarket, listGames, findNamed, steam, limits } = options;
  const countPreview = limits.perKey("previews of imports", 60, hourMs);
  const countSteam = limits.perKey("imports from Steam", 20, hourMs);

  bind(app, libraryEndpoints.listLibrary, async ({ query }, context) => {
    const { page, limit, country, language, ...rest } = query;
    const market = findMarket(country);
    const { rows, total } = await listLibrary(db, {
      ...rest,
      userId: callerId(context),
      limit,
      offset: (page - 1) * limit,
    });
    const shown = await listGames(
      { ...market, language },
      rows.map(({ gameId }) => gameId),
    );
    const games = new Map(shown.map((game) => [game.id, game]));
    const items = rows.flatMap((row) => {
      const game = games.get(row.gameId);
      return game ? toLibraryGame(row, game) : [];
    });
    return { items, total, page, totalPages: pageCount(total, limit) };
  });

  const stateOf = async (userId: number) => toImportState(await findImportState(db, userId), steam !== null);

  bind(app, libraryEndpoints.libraryImport, (_, context) => stateOf(callerId(context)));

  const preview: Handler<typeof libraryEndpoints.previewImport> = async ({ query: { language }, body }, context) => {
    const userId = callerId(context);
    await countPreview(String(userId));
    if (body.source === "file")
      return previewImport(
        db,
        userId,
        { ...(await readText(body.text, body.as)), problems: [] },
        { search: findNamed, language },
      );
    if (!steam) throw new AppError("conflict", "This site cannot ask Steam");
    await countSteam(String(userId));
    const signal = AbortSignal.timeout(steamTimeoutMs);
    return previewSteam(db, steam, userId, { signal, now: new Date(), language });
  };
  // checking 10,000 games would keep the event loop
  bind(app, libraryEndpoints.previewImport, preview, { skipResponseValidation: true });

  bind(app, libraryEndpoints.importLibrary, async ({ body: { source, items } }, context) => {
    const now = new Date();
    const userId = callerId(context);
    const summary = await importGames(db, {
      userId,
      source,
      items: items.map(({ gameId, as, added_at }) => ({ gameId, as, addedAt: earlierOf(added_at, now) })),
      maxWishes: settings.value()["wishlist.max_items"],
      now,
    });
    const owned = items.filter(({ as }) => as === "owned").map(({ gameId }) => gameId);
    return { summary, on_wishlist: await listWished(db, userId, owned) };
  });

  bind(app, libraryEndpoints.changeLibraryImport, async ({ body: { daily } }, context) => {
    const userId = callerId(context);
    if (daily && !steam) throw new AppError("conflict", "This site cannot ask Steam");
    await setDailyImport(db, userId, daily);
    return stateOf(userId);
  });

  bind(app, libraryEndpoints.exportLibrary, ({ query }, context) => exportLibrary(db, callerId(context), query));

  bind(app, libraryEndpoints.libraryGame, async ({ params: { gameId } }, context) => {
    const row = await findLibraryGame(db, callerId(context), gameId);
    return { item: row && toLibraryItem(row) };
  });

  bind(app, libraryEndpoints.changeLibraryGame, async ({ params: { gameId }, body: { state } }, context) => {
    const row = await setLibraryState(db, { userId: callerId(context), gameId, state, now: new Date() });
    return { item: row && toLibraryItem(row) };
  });
}

/** `null`, which means now, for missing and future times. */
function earlierOf(time: string | null, now: Date): Date | null {
  const added = time === null ? null : new Date(time);
  return added && added < now ? added : null;
}
