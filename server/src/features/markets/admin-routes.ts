import { marketEndpoints as endpoints } from "contract/markets/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { changeMarket, enableAllMarkets } from "./commands.ts";
import { listAllMarkets } from "./queries.ts";

export function marketAdminRoutes(app: FastifyInstance, db: Db): void {
  bind(app, endpoints.listAllMarkets, async () => ({ markets: await listAllMarkets(db) }));

  bind(
    app,
    endpoints.updateMarket,
    async ({ params, body: { base_version, shares_prices_with, ...edit } }, context) => {
      const { country } = params;
      const change = { ...edit, sharesPricesWith: shares_prices_with, baseVersion: base_version };
      return { market: await changeMarket(db, callerOf(context), country, change, new Date()) };
    },
    { form: true },
  );

  bind(app, endpoints.enableAllMarkets, async (_, context) => {
    await enableAllMarkets(db, callerOf(context), new Date());
    return { markets: await listAllMarkets(db) };
  });
}
