import { invalid } from "contract/core/errors.ts";
import { storeEndpoints as endpoints } from "contract/stores/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { changeStore, createStore, deleteStore, orderStores, type ShownPrices } from "./commands.ts";
import { fetchPack, importPack } from "./commands-packs.ts";
import { type FeedFacts, toAdminStore, toStorePack } from "./present.ts";
import { listStores, requireStore } from "./queries.ts";

interface StoreAdminOptions {
  db: Db;
  prices: ShownPrices;
  /** How the store's feed is read; `null` = it has none. */
  findFeedFacts(key: string): Promise<FeedFacts | null>;
}

export function storeAdminRoutes(app: FastifyInstance, { db, prices, findFeedFacts }: StoreAdminOptions): void {
  bind(app, endpoints.listStores, async () => ({ stores: (await listStores(db)).map(toAdminStore) }));

  bind(app, endpoints.getStore, async ({ params }) => ({ store: toAdminStore(await requireStore(db, params.key)) }));

  bind(
    app,
    endpoints.createStore,
    async ({ body }, context) => ({ store: await createStore(db, callerOf(context), body, new Date()) }),
    { form: true },
  );

  bind(
    app,
    endpoints.updateStore,
    async ({ params, body: { base_version, ...fields } }, context) => {
      const edit = { fields, baseVersion: base_version };
      return { store: await changeStore(db, prices, callerOf(context), params.key, edit, new Date()) };
    },
    { form: true },
  );

  bind(app, endpoints.importStore, async ({ body: { pack, address } }, context) => {
    if ((pack === undefined) === (address === undefined))
      throw invalid([{ path: "pack", msg: "Expected either a pack or an address" }]);
    const found = pack ?? (await fetchPack(address!));
    return importPack(db, prices, callerOf(context), found, new Date());
  });

  bind(app, endpoints.exportStore, async ({ params }) =>
    toStorePack(await requireStore(db, params.key), await findFeedFacts(params.key)),
  );

  bind(app, endpoints.orderStores, async ({ body }, context) => ({
    stores: await orderStores(db, prices, callerOf(context), body.keys, new Date()),
  }));

  bind(app, endpoints.deleteStore, ({ params }, context) => deleteStore(db, prices, callerOf(context), params.key));
}
