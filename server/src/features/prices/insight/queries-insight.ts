import type { Insight } from "contract/games/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import { chosenStores, type MyStores } from "contract/my-stores/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Reads } from "../../../platform/db/replica/reads.ts";
import { prepareListPricePoints } from "../queries.ts";
import { insightOf } from "./insight.ts";

/** Reads the history of a game in a market, at all stores or at some, and summarizes it (spec/prices 9). */
export function insightReader({
  reads,
  listStores,
}: {
  reads: Reads;
  /** The enabled stores in the order that breaks ties. */
  listStores(): readonly { key: StoreKey; kind: string }[];
}): (gameId: number, market: Market, pricesOf?: MyStores) => Promise<Insight | null> {
  const listPricePoints = reads.prepare(prepareListPricePoints);
  return async (gameId, market, pricesOf) => {
    const now = new Date();
    const chosen = pricesOf && chosenStores(pricesOf, listStores());
    const stores = listStores().filter(({ key }) => chosen?.includes(key) ?? true);
    const points = await listPricePoints(gameId, market, now);
    return insightOf(points, { stores, currency: market.currency, now });
  };
}
