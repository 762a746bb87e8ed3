import { deskEndpoints as endpoints } from "contract/prices/desk-api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { relinkOffers, unlinkOffers } from "./desk/commands-links.ts";
import { removeOverride, setOverride } from "./desk/commands-overrides.ts";
import { unvoidRecord, voidRecord } from "./desk/commands-records.ts";
import { listDeskOffers, listPriceChanges, requireDeskGame } from "./desk/queries-offers.ts";
import { listPriceRecords } from "./desk/queries-records.ts";

export function deskAdminRoutes(app: FastifyInstance, db: Db): void {
  bind(app, endpoints.listDeskOffers, async ({ query }) => {
    const [game, offers] = await Promise.all([requireDeskGame(db, query.game), listDeskOffers(db, query.game)]);
    return { game, offers };
  });

  bind(app, endpoints.listPriceChanges, ({ query: { page, limit, days } }) => {
    const since = new Date(Date.now() - days * 86_400_000);
    return listPriceChanges(db, { since, limit, offset: (page - 1) * limit });
  });

  bind(app, endpoints.listPriceRecords, ({ query: { page, limit, ...filter } }) =>
    listPriceRecords(db, { ...filter, limit, offset: (page - 1) * limit }),
  );

  bind(app, endpoints.voidRecord, async ({ params: { game, recordedAt, ...offer }, body }, context) => {
    const id = { ...offer, gameId: game, at: new Date(recordedAt) };
    return { record: await voidRecord(db, callerOf(context), id, body.reason, new Date()) };
  });

  bind(app, endpoints.unvoidRecord, async ({ params: { game, recordedAt, ...offer } }, context) => {
    const id = { ...offer, gameId: game, at: new Date(recordedAt) };
    return { record: await unvoidRecord(db, callerOf(context), id, new Date()) };
  });

  bind(app, endpoints.setOverride, async ({ params: { game, ...offer }, body }, context) => {
    const { until, base_price, ...rest } = body;
    const override = { ...rest, until: new Date(until), basePrice: base_price };
    const id = { ...offer, gameId: game };
    return { offer: await setOverride(db, callerOf(context), id, override, new Date()) };
  });

  bind(app, endpoints.removeOverride, async ({ params: { game, ...offer } }, context) => ({
    offer: await removeOverride(db, callerOf(context), { ...offer, gameId: game }, new Date()),
  }));

  bind(app, endpoints.unlinkOffers, async ({ params: { game, store }, body }, context) => {
    const linked = { gameId: game, store, baseProductIds: body.base_product_ids };
    return { offers: await unlinkOffers(db, callerOf(context), linked, new Date()) };
  });

  bind(app, endpoints.relinkOffers, async ({ params: { game, store }, body }, context) => {
    const linked = { gameId: game, store, baseProductIds: body.base_product_ids };
    return { offers: await relinkOffers(db, callerOf(context), linked, body.gameId, new Date()) };
  });
}
