import { pageCount } from "contract/core/pagination.ts";
import { listEndpoints } from "contract/lists/api.ts";
import type { FindMarket, Market } from "contract/markets/schema.ts";
import type { Basket } from "contract/wishlist/schema.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, type CallContext, callerId } from "../../platform/http/bind.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import type { ShownStores } from "../my-stores/policy-shown-stores.ts";
import type { BasketRow } from "../wishlist/queries-listed.ts";
import { changeList, createList, deleteList } from "./commands.ts";
import { addItem, changeItem, removeItem, reorderList } from "./items/commands.ts";
import { prepareCountItems, prepareListBasket, prepareListItems } from "./items/queries.ts";
import { type ToListedGame, toListItem, toUserList } from "./present.ts";
import { listLists, requireList } from "./queries.ts";
import { changeShare, shareList, unshareList } from "./sharing/commands.ts";
import { shareKey, toListShare } from "./sharing/present.ts";
import { findShare } from "./sharing/queries.ts";

export interface ListOptions {
  db: Db;
  secretKey: SecretKey;
  findMarket: FindMarket;
  shownStores: ShownStores;
  /** As the wishlist presents them. */
  toListedGame: ToListedGame;
  toBasket(games: readonly BasketRow[], shown: ReturnType<ShownStores>, market: Market): Basket;
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
  const { db, findMarket, shownStores, toListedGame, toBasket } = options;
  const listItems = prepareListItems(db);
  const countItems = prepareCountItems(db);
  const listBasket = prepareListBasket(db);
  const ownList = ({ id }: { id: number }, context: CallContext) => ({ userId: callerId(context), listId: id });

  bind(app, listEndpoints.listItems, async ({ params: { id }, query }, context) => {
    const { page, limit, sort, order } = query;
    const market = findMarket(query.country);
    const { keys: pricesOf } = shownStores(query.prices_of);
    await requireList(db, callerId(context), id);
    const [rows, total] = await Promise.all([
      listItems({ listId: id, country: market.country, pricesOf, sort, order, limit, offset: (page - 1) * limit }),
      countItems(id),
    ]);
    const items = rows.map((row) => toListItem(row, market, toListedGame, pricesOf !== null));
    return { items, total, page, totalPages: pageCount(total, limit) };
  });

  bind(app, listEndpoints.addListItem, async ({ params, query, body }, context) => {
    const market = findMarket(query.country);
    const { item, added } = await addItem(db, ownList(params, context), { ...body, country: market.country });
    if (!added) context.setStatus(200);
    return { item: toListItem(item, market, toListedGame) };
  });

  bind(app, listEndpoints.updateListItem, async ({ params, query, body }, context) => {
    const market = findMarket(query.country);
    const edit = { notes: body.notes, place: body.display_order };
    const row = await changeItem(db, ownList(params, context), params.itemId, edit, market.country);
    return { item: toListItem(row, market, toListedGame) };
  });

  bind(app, listEndpoints.removeListItem, ({ params }, context) =>
    removeItem(db, ownList(params, context), { id: params.itemId }),
  );

  bind(app, listEndpoints.removeGameFromList, ({ params }, context) =>
    removeItem(db, ownList(params, context), { gameId: params.gameId }),
  );

  bind(app, listEndpoints.reorderList, ({ params, body: { items } }, context) =>
    reorderList(db, ownList(params, context), items),
  );

  bind(app, listEndpoints.listBasket, async ({ params: { id }, query }, context) => {
    const market = findMarket(query.country);
    const shown = shownStores(query.prices_of);
    await requireList(db, callerId(context), id);
    return toBasket(await listBasket(id, market.country), shown, market);
  });
}
