import type { Insight } from "contract/games/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Reads } from "../../../platform/db/replica/reads.ts";
import { prepareListPricePoints } from "../queries.ts";
import { insightOf } from "./insight.ts";

/** Reads the history of a game in a market and sums it up (spec/prices 9). */
export function insightReader({
  reads,
  listStores,
}: {
  reads: Reads;
  /** The enabled stores in the order that settles ties. */
  listStores(): readonly { key: StoreKey }[];
}): (gameId: number, market: Market) => Promise<Insight | null> {
  const listPricePoints = reads.prepare(prepareListPricePoints);
  return async (gameId, market) => {
    const now = new Date();
    const points = await listPricePoints(gameId, market, now);
    return insightOf(points, { stores: listStores().map(({ key }) => key), currency: market.currency, now });
  };
}
