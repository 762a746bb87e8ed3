import { type Market, priceCountry } from "contract/markets/schema.ts";
import type { PricePoint } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, isNotNull, lte, or, sql } from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";
import { markets } from "../markets/table.ts";
import { stores } from "../stores/table.ts";
import { gamePrices, offers, priceHistory } from "./table.ts";

/** The best price of a game in each enabled market that has one, in minor units; in the order of the countries. */
export function prepareListMarketPrices(db: Db) {
  const statement = db
    .select({
      country: markets.country,
      currency: markets.currency,
      minor: sql<number>`${gamePrices.bestMinor}`,
      store: sql<StoreKey>`${gamePrices.bestStore}`,
    })
    .from(gamePrices)
    .innerJoin(
      markets,
      and(
        eq(gamePrices.country, sql`coalesce(${markets.sharesPricesWith}, ${markets.country})`),
        eq(markets.enabled, true),
      ),
    )
    .where(and(eq(gamePrices.gameId, sql.placeholder("gameId")), isNotNull(gamePrices.bestMinor)))
    .orderBy(markets.country)
    .prepare("list_market_prices");
  return (gameId: number) => statement.execute({ gameId });
}

/**
 * Every record of a game in a market up to a time, ascending by time, then by store; money in minor units of the
 * market's currency. A store's prices end, with a price of `null`, where it changed to another currency, and if it does
 * not sell the game now, where the game was last seen there.
 */
export function prepareListPricePoints(
  db: Db,
): (
  gameId: number,
  market: Pick<Market, "country" | "currency" | "shares_prices_with">,
  end: Date,
) => Promise<PricePoint[]> {
  const listRecords = db
    .select({
      store: priceHistory.store,
      at: priceHistory.recordedAt,
      price: priceHistory.priceMinor,
      regular: priceHistory.regularMinor,
      currency: priceHistory.currency,
    })
    .from(priceHistory)
    .innerJoin(games, and(eq(games.id, priceHistory.gameId), eq(games.hidden, false)))
    .where(
      and(
        eq(priceHistory.gameId, sql.placeholder("gameId")),
        eq(priceHistory.country, sql.placeholder("country")),
        lte(priceHistory.recordedAt, sql.placeholder("end")),
      ),
    )
    .orderBy(priceHistory.recordedAt, priceHistory.store)
    .prepare("list_price_records");
  const listOffers = db
    .select({
      store: offers.store,
      price: offers.priceMinor,
      currency: offers.currency,
      lastSeenAt: offers.lastSeenAt,
    })
    .from(offers)
    .where(and(eq(offers.gameId, sql.placeholder("gameId")), eq(offers.country, sql.placeholder("country"))))
    .prepare("list_offer_ends");
  return async (gameId, { currency, ...market }, end) => {
    const country = priceCountry(market);
    const [records, known] = await Promise.all([
      listRecords.execute({ gameId, country, end }),
      listOffers.execute({ gameId, country }),
    ]);
    const recordedIn = new Set(records.filter((record) => record.currency === currency).map(({ store }) => store));
    const points = records
      .filter(({ store }) => recordedIn.has(store))
      .map(({ currency: charged, store, at, price, regular }): PricePoint => {
        return charged === currency ? { store, at, price, regular } : { store, at, price: null, regular: null };
      });
    const sold = known.filter((offer) => offer.price !== null && offer.currency === currency);
    return withEnds(points, new Set(sold.map(({ store }) => store)), (store) => {
      const seen = known.find((offer) => offer.store === store)?.lastSeenAt;
      return seen && seen < end ? seen : null;
    });
  };
}

/** The points with the ends of stores that do not sell the game now. */
function withEnds(
  points: readonly PricePoint[],
  soldAt: ReadonlySet<StoreKey>,
  lastSeenAt: (store: StoreKey) => Date | null,
): PricePoint[] {
  const last = new Map(points.map((point) => [point.store, point]));
  const ends = [...last.values()].flatMap(({ store, at, price }): PricePoint[] => {
    if (price === null || soldAt.has(store)) return [];
    const seen = lastSeenAt(store);
    return [{ store, at: seen && seen > at ? seen : at, price: null, regular: null }];
  });
  // the sort is stable: an end stays behind a record of the same moment
  return ends.length === 0 ? [...points] : [...points, ...ends].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Whether the game exists and is visible to visitors. */
export function prepareHasGame(db: Db): (id: number) => Promise<boolean> {
  const statement = db
    .select({ id: games.id })
    .from(games)
    .where(and(eq(games.id, sql.placeholder("id")), eq(games.hidden, false)))
    .prepare("has_game");
  return async (id) => (await statement.execute({ id })).length > 0;
}

/**
 * The offers of a game by enabled stores in a market, in the order of the stores; money in minor units of each offer's
 * currency. Stores that never sold it are left out.
 */
export function prepareListOffers(db: Db) {
  const wasSold = sql`exists (
    select from ${priceHistory}
    where ${priceHistory.gameId} = ${offers.gameId} and ${priceHistory.country} = ${offers.country}
      and ${priceHistory.store} = ${offers.store} and ${priceHistory.priceMinor} is not null
  )`;
  const statement = db
    .select({
      store: offers.store,
      currency: offers.currency,
      priceMinor: offers.priceMinor,
      regularMinor: offers.regularMinor,
      link: offers.link,
      activatesIn: offers.activatesIn,
      inStock: offers.inStock,
      lastSeenAt: offers.lastSeenAt,
      endsAt: offers.endsAt,
      wasFreeUntil: offers.wasFreeUntil,
      saleEndsAt: offers.saleEndsAt,
      activatesOn: offers.activatesOn,
    })
    .from(offers)
    .innerJoin(stores, and(eq(stores.key, offers.store), stores.enabled))
    .where(
      and(
        eq(offers.gameId, sql.placeholder("gameId")),
        eq(offers.country, sql.placeholder("country")),
        or(isNotNull(offers.priceMinor), wasSold),
      ),
    )
    .orderBy(stores.position)
    .prepare("list_offers");
  return (gameId: number, country: string) => statement.execute({ gameId, country });
}
