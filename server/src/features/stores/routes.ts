import type { FindMarket, Market } from "contract/markets/schema.ts";
import { storeEndpoints } from "contract/stores/api.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { FastifyInstance } from "fastify";
import { bind } from "../../platform/http/bind.ts";
import { inPageOrder, toRetailer } from "./present.ts";
import type { StoreRow } from "./queries.ts";

export interface StoreOptions {
  /** The enabled ones. */
  listStores(): readonly StoreRow[];
  findMarket: FindMarket;
  inStockCounts(market: Market): Promise<ReadonlyMap<StoreKey, number>>;
}

export function storeRoutes(app: FastifyInstance, { listStores, findMarket, inStockCounts }: StoreOptions): void {
  bind(app, storeEndpoints.listRetailers, async ({ query }) => {
    const market = findMarket(query.country);
    const inStock = query.show_stock ? await inStockCounts(market) : null;
    const retailers = inPageOrder(listStores()).map((store) =>
      toRetailer(store, inStock ? (inStock.get(store.key) ?? 0) : undefined),
    );
    return { retailers };
  });
}
