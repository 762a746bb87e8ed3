import { AppError } from "contract/core/errors.ts";
import type { FindMarket } from "contract/markets/schema.ts";
import { priceEndpoints } from "contract/prices/api.ts";
import { forecastEndpoints } from "contract/prices/forecast-api.ts";
import { attainableLow } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind } from "../../platform/http/bind.ts";
import { scoreForecasts } from "./forecast/queries-forecast.ts";
import { toPriceHistory } from "./present.ts";
import { prepareHasGame, prepareReadPrices } from "./queries.ts";

const dayMs = 24 * 60 * 60 * 1000;

export interface PriceOptions {
  db: Db;
  findMarket: FindMarket;
  /** The enabled stores in the order that breaks ties. */
  listStores(): readonly { key: StoreKey }[];
  /** Throws `invalid` for a store that is unknown or not enabled. */
  requireStores(keys: readonly StoreKey[], parameter?: string): void;
}

export function priceRoutes(app: FastifyInstance, { db, findMarket, listStores, requireStores }: PriceOptions): void {
  const hasGame = prepareHasGame(db);
  const readPrices = prepareReadPrices(db);

  bind(app, priceEndpoints.priceHistory, async ({ params, query }) => {
    const now = new Date();
    const opening = new Date(now.getTime() - query.days * dayMs);
    const market = findMarket(query.country);
    requireStores(query.origin === undefined ? [] : [query.origin], "origin");
    const stores = listStores().map(({ key }) => key);
    const read = await readPrices(params.id, market, now);
    const points = read.points.filter(({ store }) => stores.includes(store));
    if (points.length === 0 && !(await hasGame(params.id))) throw new AppError("not_found", "Game not found");
    const { currency } = market;
    const low = attainableLow(points, stores);
    return toPriceHistory(points, { opening, origin: query.origin, stores, low, currency });
  });

  bind(app, forecastEndpoints.forecastScores, ({ query }) => scoreForecasts(db, query.days));
}
