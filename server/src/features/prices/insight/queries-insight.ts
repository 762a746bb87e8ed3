import type { Insight } from "contract/games/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import { chosenStores, type MyStores } from "contract/my-stores/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Reads } from "../../../platform/db/replica/reads.ts";
import { prepareListPricePoints } from "../queries.ts";
import { insightOf, type LowestBefore, lowestBefore } from "./insight.ts";

/** What a game's page says about its past. */
export interface PastPrices {
  insight: Insight | null;
  /** The lowest price of official stores in the 30 days before the current one, in minor units. */
  lowestBefore: LowestBefore | null;
}

/** Reads the history of a game in a market, at all stores or at some, and summarizes it (spec/prices 5.4 and 9). */
export function pastPricesReader({
  reads,
  listStores,
}: {
  reads: Reads;
  /** The enabled stores in the order that breaks ties. */
  listStores(): readonly { key: StoreKey; kind: string }[];
}): (gameId: number, market: Market, pricesOf?: MyStores) => Promise<PastPrices> {
  const listPricePoints = reads.prepare(prepareListPricePoints);
  return async (gameId, market, pricesOf) => {
    const now = new Date();
    const chosen = pricesOf && chosenStores(pricesOf, listStores());
    const stores = listStores().filter(({ key }) => chosen?.includes(key) ?? true);
    const points = await listPricePoints(gameId, market, now);
    const keysOf = (some: readonly { key: StoreKey }[]) => some.map(({ key }) => key);
    const official = listStores().filter(({ kind }) => kind === "official");
    return {
      insight: insightOf(points, { stores, currency: market.currency, now }),
      lowestBefore: lowestBefore(points, { shown: keysOf(stores), official: keysOf(official), now }),
    };
  };
}
