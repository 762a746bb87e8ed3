import { retailerEndpoints } from "contract/retailers/api.ts";
import { stores } from "contract/stores.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../../platform/http/bind.ts";
import type { Catalogue } from "../games/read-model/read-model.ts";

export function retailerRoutes(app: FastifyInstance, catalogue: Pick<Catalogue, "inStockCounts">): void {
  bind(app, retailerEndpoints.listRetailers, ({ query }) => {
    const inStock = query.show_stock ? catalogue.inStockCounts() : null;
    const retailers = stores.map(({ tracksStock, ...store }) => ({
      ...store,
      ...(inStock && { tracks_stock: tracksStock, in_stock_count: inStock[store.key] }),
    }));
    return { retailers };
  });
}
