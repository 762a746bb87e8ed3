import { pageCount } from "contract/core/pagination.ts";
import { sharedListEndpoints } from "contract/lists/shared-api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerId } from "../../platform/http/bind.ts";
import type { OpenMarket } from "../games/policy-lists.ts";
import { copyShared, markGift, unmarkGift } from "./commands-shared.ts";
import { toSharedItems, toSharedList, toUserList, toValue } from "./present.ts";
import { type ListGames, listGiftMarks, listSharedItems, requireGiftList, requireShared } from "./queries-shared.ts";

export interface SharedListOptions {
  db: Db;
  openMarket: OpenMarket;
  listGames: ListGames;
}

/** Mounts the calls of those who have a list's link (spec/lists 4 and 5). None of them is cached. */
export function sharedListRoutes(app: FastifyInstance, { db, openMarket, listGames }: SharedListOptions): void {
  bind(app, sharedListEndpoints.getShared, async ({ params: { token }, query }, context) => {
    const { page, limit } = query;
    const list = await requireShared(db, token);
    const { items: listed, hiddenExplicit } = await listSharedItems(db, list, context.viewer?.showExplicit);
    const market = await openMarket(query);
    const games = await listGames(
      market,
      listed.map(({ gameId }) => gameId),
    );
    return {
      list: toSharedList(list),
      items: toSharedItems(listed.slice((page - 1) * limit, page * limit), games),
      total: listed.length,
      ...toValue(games, market),
      hidden_explicit: hiddenExplicit,
      page,
      totalPages: pageCount(listed.length, limit),
    };
  });

  bind(app, sharedListEndpoints.copyShared, async ({ params: { token } }, context) => ({
    list: toUserList(await copyShared(db, callerId(context), await requireShared(db, token))),
  }));

  bind(app, sharedListEndpoints.listGifts, async ({ params: { token }, body: { giver } }, { viewer }) => {
    const { id } = await requireGiftList(db, token, viewer?.userId ?? null);
    const gifts = (await listGiftMarks(db, id, giver)).map(({ gameId, mine }) => ({ game_id: gameId, mine }));
    return { gifts };
  });

  bind(app, sharedListEndpoints.markGift, async ({ params: { token, gameId }, body: { giver } }, { viewer }) => {
    const { id } = await requireGiftList(db, token, viewer?.userId ?? null);
    return { giver: await markGift(db, { listId: id, gameId, giver }) };
  });

  bind(app, sharedListEndpoints.unmarkGift, async ({ params: { token, gameId }, body: { giver } }, { viewer }) => {
    const { id } = await requireGiftList(db, token, viewer?.userId ?? null);
    await unmarkGift(db, { listId: id, gameId, giver });
  });
}
