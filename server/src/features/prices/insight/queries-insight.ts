import type { GameDetail, Insight } from "contract/games/schema.ts";
import { type Market, priceCountry } from "contract/markets/schema.ts";
import { chosenStores, type MyStores } from "contract/my-stores/rules.ts";
import { type Launcher, launcherBits } from "contract/prices/launchers.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { nextSaleOf } from "../forecast/forecast.ts";
import { prepareListCalendars } from "../forecast/queries-forecast.ts";
import { prepareReadPrices, type ReadPrices } from "../queries.ts";
import { insightOf, type LowestBefore, lowestBefore } from "./insight.ts";

/** What a game's page says about prices. */
export interface DetailPrices extends Pick<ReadPrices, "offers"> {
  past: PastPrices;
  /** The best price in each enabled market that has one, in minor units; in the order of the countries. */
  marketPrices: { country: string; currency: string; minor: number; store: StoreKey }[];
}

/** What is said of a game's past. */
export interface PastPrices {
  insight: Insight | null;
  nextSale: GameDetail["next_sale"];
  /** The lowest price of official stores in the 30 days before the current one, in minor units. */
  lowestBefore: LowestBefore | null;
}

/** What the offers of a game activate on, as bits, by store. */
function prepareFindLaunchers(db: Db) {
  return async (gameId: number, country: string) => {
    const { rows } = await db.execute<{ store: StoreKey; launchers: number }>(sql`
      select store, launchers from game_prices, unnest(store_keys, store_launchers) fact (store, launchers)
      where game_id = ${gameId} and country = ${country}`);
    return rows;
  };
}

/** Reads a game's prices in a market, and summarizes its history at all stores or at some (spec/prices 5.4 and 9). */
export function gamePricesReader({
  db,
  listStores,
  listMarkets,
}: {
  db: Db;
  /** The enabled stores in the order that breaks ties. */
  listStores(): readonly { key: StoreKey; kind: string }[];
  /** The enabled ones. */
  listMarkets(): readonly Market[];
}): (gameId: number, market: Market, pricesOf?: MyStores) => Promise<DetailPrices> {
  const readPrices = prepareReadPrices(db);
  const findLaunchers = prepareFindLaunchers(db);
  const listCalendars = prepareListCalendars(db);

  /** Whether a store's offer of the game activates on any of the launchers, if there are some. */
  async function activating(gameId: number, market: Market, activates: readonly Launcher[] = []) {
    if (activates.length === 0) return () => true;
    const bitsOf = new Map(
      (await findLaunchers(gameId, priceCountry(market))).map(({ store, launchers }) => [store, launchers]),
    );
    return (store: StoreKey) => ((bitsOf.get(store) ?? 0) & launcherBits(activates)) > 0;
  }

  return async (gameId, market, pricesOf) => {
    const now = new Date();
    const chosen = pricesOf && chosenStores(pricesOf, listStores());
    const isOnLauncher = await activating(gameId, market, pricesOf?.activates);
    const stores = listStores().filter(({ key }) => (chosen?.includes(key) ?? true) && isOnLauncher(key));
    const [{ offers, points, best }, calendars] = await Promise.all([readPrices(gameId, market, now), listCalendars()]);
    const keysOf = (some: readonly { key: StoreKey }[]) => some.map(({ key }) => key);
    const official = listStores().filter(({ kind }) => kind === "official");
    const past = {
      insight: insightOf(points, { stores, currency: market.currency, now }),
      nextSale: nextSaleOf(points, keysOf(stores.filter(({ kind }) => kind === "official")), calendars, now),
      lowestBefore: lowestBefore(points, { shown: keysOf(stores), official: keysOf(official), now }),
    };
    const marketPrices = listMarkets().flatMap((shown) => {
      const found = best.find(({ country }) => country === priceCountry(shown));
      return found ? [{ ...found, country: shown.country, currency: shown.currency }] : [];
    });
    return { offers, past, marketPrices: marketPrices.sort((a, b) => (a.country < b.country ? -1 : 1)) };
  };
}
