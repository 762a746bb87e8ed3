import { pageCount } from "contract/core/pagination.ts";
import { listEndpoints } from "contract/lists/api.ts";
import type { ListedGame } from "contract/lists/schema.ts";
import { type FindMarket, type Market, priceCountry } from "contract/markets/schema.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, type CallContext, callerId } from "../../platform/http/bind.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import type { ShownStores } from "../my-stores/policy-shown-stores.ts";
import { changeList, createList, deleteList } from "./commands.ts";
import { addItem, changeItem, removeItems, reorderList } from "./commands-items.ts";
import { changeShare, shareList, unshareList } from "./commands-shared.ts";
import { shareKey, toBasket, toListItem, toListShare, toUserList } from "./present.ts";
import { listLists, requireList } from "./queries.ts";
import { prepareCountItems, prepareListBasket, prepareListItems } from "./queries-items.ts";
import { findShare } from "./queries-shared.ts";

export interface ListOptions {
  db: Db;
  secretKey: SecretKey;
  findMarket: FindMarket;
  shownStores: ShownStores;
  /** The bundle on sale in a market that has a game. */
  bundleOf(market: Market, gameId: number): ListedGame["bundle"];
}

/** Mounts the calls of a user's own lists (spec/lists 1 to 3). */
export function listRoutes(app: FastifyInstance, options: ListOptions): void {
  const { db, secretKey } = options;
  const key = shareKey(secretKey);

  bind(app, listEndpoints.listLists, async ({ query: { gameId } }, context) => ({
    lists: (await listLists(db, callerId(context), gameId)).map(toUserList),
  }));

  bind(app, listEndpoints.createList, async ({ body: { name, description, is_gift: isGift } }, context) => ({
    list: toUserList(await createList(db, callerId(context), { name, description, isGift })),
  }));

  bind(app, listEndpoints.getList, async ({ params: { id } }, context) => {
    const list = toUserList(await requireList(db, callerId(context), id));
    const share = await findShare(db, id);
    return { list, share: share && toListShare(share, context.viewer?.key ? null : key) };
  });

  bind(app, listEndpoints.updateList, async ({ params: { id }, body }, context) => {
    const { is_gift: isGift, base_version: baseVersion, ...texts } = body;
    return { list: toUserList(await changeList(db, callerId(context), id, { ...texts, isGift, baseVersion })) };
  });

  bind(app, listEndpoints.deleteList, ({ params: { id } }, context) => deleteList(db, callerId(context), id));

  bind(app, listEndpoints.shareList, async ({ params: { id }, body: { notes, name } }, context) => {
    const list = { userId: callerId(context), listId: id, now: new Date() };
    return { token: await shareList(db, key, list, { showsNotes: notes, showsName: name }) };
  });

  bind(app, listEndpoints.updateShare, async ({ params: { id }, body: { notes, name } }, context) => {
    const share = await changeShare(db, callerId(context), id, { showsNotes: notes, showsName: name });
    return { share: toListShare(share, key) };
  });

  bind(app, listEndpoints.unshareList, ({ params: { id } }, context) => unshareList(db, callerId(context), id));

  itemRoutes(app, options);
}

function itemRoutes(app: FastifyInstance, options: ListOptions): void {
  const { db, findMarket, shownStores, bundleOf } = options;
  const listItems = prepareListItems(db);
  const countItems = prepareCountItems(db);
  const listBasket = prepareListBasket(db);
  const ownList = ({ id }: { id: number }, context: CallContext) => ({ userId: callerId(context), listId: id });

  bind(app, listEndpoints.listItems, async ({ params, query }, context) => {
    const list = ownList(params, context);
    const { page, limit, sort, order, show = null } = query;
    const market = { ...findMarket(query.country), language: query.language };
    const { keys: pricesOf } = shownStores(query.prices_of);
    await requireList(db, list.userId, list.listId);
    const part = { country: priceCountry(market), pricesOf, sort, order, show, limit, offset: (page - 1) * limit };
    const [rows, total] = await Promise.all([listItems(list, part), countItems(list, part)]);
    const items = rows.map((row) => ({
      ...toListItem(row, market, pricesOf !== null),
      bundle: bundleOf(market, row.gameId),
    }));
    return { items, total, page, totalPages: pageCount(total, limit) };
  });

  bind(app, listEndpoints.addListItem, async ({ params, query, body }, context) => {
    const market = findMarket(query.country);
    const { item, added } = await addItem(db, ownList(params, context), { ...body, country: priceCountry(market) });
    if (!added) context.setStatus(200);
    return { item: toListItem(item, market) };
  });

  bind(app, listEndpoints.updateListItem, async ({ params, query, body }, context) => {
    const market = findMarket(query.country);
    const edit = { notes: body.notes, place: body.display_order };
    const row = await changeItem(db, ownList(params, context), params.itemId, edit, priceCountry(market));
    return { item: toListItem(row, market) };
  });

  bind(app, listEndpoints.removeListItem, ({ params }, context) =>
    removeItems(db, ownList(params, context), { id: params.itemId }),
  );

  bind(app, listEndpoints.removeGamesFromList, ({ params, body: { gameIds } }, context) =>
    removeItems(db, ownList(params, context), { gameIds }),
  );

  bind(app, listEndpoints.removeGameFromList, ({ params }, context) =>
    removeItems(db, ownList(params, context), { gameIds: [params.gameId] }),
  );

  bind(app, listEndpoints.reorderList, ({ params, body: { items } }, context) => {
    const order = items.map(({ itemId: id, position }) => ({ id, position }));
    return reorderList(db, ownList(params, context), order);
  });

  bind(app, listEndpoints.listBasket, async ({ params, query }, context) => {
    const list = ownList(params, context);
    const market = { ...findMarket(query.country), language: query.language };
    const shown = shownStores(query.prices_of);
    await requireList(db, list.userId, list.listId);
    return toBasket(await listBasket(list, priceCountry(market)), shown, market);
  });
}
