import { type Market, priceCountry } from "contract/markets/schema.ts";
import type { PricePoint } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, isNotNull, or, sql } from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";
import { stores } from "../stores/table.ts";
import { offers, priceHistory } from "./table.ts";

/** What the database knows of a game's prices in a market; money in minor units. */
export interface ReadPrices {
  /** Those by enabled stores, in the order of the stores. Stores that never sold it are left out. */
  offers: Offer[];
  /**
   * Every record up to a time, ascending by time, then by store, in the market's currency. A store's prices end, with
   * a price of `null`, where it changed to another currency, and if it does not sell the game now, where the game was
   * last seen there.
   */
  points: PricePoint[];
  /** The best price in each country that has one. */
  best: BestPrice[];
}

type ListedOffer = Awaited<ReturnType<ReturnType<typeof prepareListOffers>>>[number];
type Offer = Omit<ListedOffer, "gameId">;

interface BestPrice {
  country: string;
  minor: number;
  store: StoreKey;
}

/** A row of `offers` as JSON. */
type OfferJson = { [Field in keyof Offer]: Offer[Field] extends Date | null ? string | null : Offer[Field] } & {
  lastSeenAt: string;
  isShown: boolean;
};

type RecordJson = [store: StoreKey, at: string, price: number | null, regular: number | null, currency: string];

/**
 * Reads all that a game's page says about prices in one statement: each one costs a round trip, and looks into every
 * month of the history. A hidden game has no prices.
 */
export function prepareReadPrices(
  db: Db,
): (
  gameId: number,
  market: Pick<Market, "country" | "currency" | "shares_prices_with">,
  end: Date,
) => Promise<ReadPrices> {
  const country = sql.placeholder("country");
  const statement = db
    .select({
      offers: sql<OfferJson[] | null>`(
        select json_agg(json_build_object(
          'store', store, 'currency', currency, 'priceMinor', price_minor, 'regularMinor', regular_minor, 'link', link,
          'activatesIn', activates_in, 'inStock', in_stock, 'lastSeenAt', last_seen_at, 'endsAt', ends_at,
          'wasFreeUntil', was_free_until, 'saleEndsAt', sale_ends_at, 'activatesOn', activates_on, 'isShown', enabled
        ) order by position)
        from offers join stores on stores.key = store
        where game_id = games.id and country = ${country})`,
      records: sql<RecordJson[] | null>`(
        select json_agg(
          json_build_array(store, recorded_at, price_minor, regular_minor, currency) order by recorded_at, store
        )
        from price_history
        where game_id = games.id and country = ${country} and recorded_at <= ${sql.placeholder("end")})`,
      best: sql<BestPrice[] | null>`(
        select json_agg(json_build_object('country', country, 'minor', best_minor, 'store', best_store))
        from game_prices
        where game_id = games.id and best_minor is not null)`,
    })
    .from(games)
    .where(and(eq(games.id, sql.placeholder("gameId")), eq(games.hidden, false)))
    .prepare("read_prices");
  return async (gameId, { currency, ...market }, end) => {
    const [row] = await statement.execute({ gameId, country: priceCountry(market), end });
    const known = row?.offers ?? [];
    const records = row?.records ?? [];
    const soldBefore = new Set(records.filter(([, , price]) => price !== null).map(([store]) => store));
    const shown = known.filter((offer) => offer.isShown && (offer.priceMinor !== null || soldBefore.has(offer.store)));
    return { offers: shown.map(toOffer), points: toPoints(records, known, { currency, end }), best: row?.best ?? [] };
  };
}

function toOffer({ isShown: _, ...offer }: OfferJson): Offer {
  return {
    ...offer,
    lastSeenAt: new Date(offer.lastSeenAt),
    endsAt: toDate(offer.endsAt),
    wasFreeUntil: toDate(offer.wasFreeUntil),
    saleEndsAt: toDate(offer.saleEndsAt),
  };
}

const toDate = (time: string | null) => (time === null ? null : new Date(time));

function toPoints(
  records: readonly RecordJson[],
  known: readonly OfferJson[],
  { currency, end }: { currency: string; end: Date },
): PricePoint[] {
  const recordedIn = new Set(records.filter(([, , , , charged]) => charged === currency).map(([store]) => store));
  const points = records
    .filter(([store]) => recordedIn.has(store))
    .map(([store, time, price, regular, charged]): PricePoint => {
      const at = new Date(time);
      return charged === currency ? { store, at, price, regular } : { store, at, price: null, regular: null };
    });
  const sold = known.filter((offer) => offer.priceMinor !== null && offer.currency === currency);
  return withEnds(points, new Set(sold.map(({ store }) => store)), (store) => {
    const offer = known.find((one) => one.store === store);
    const seen = offer && new Date(offer.lastSeenAt);
    return seen && seen < end ? seen : null;
  });
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
 * The offers of games by enabled stores in a market, in the order of the stores; money in minor units of each offer's
 * currency. Stores that never sold a game are left out.
 */
export function prepareListOffers(db: Db) {
  const wasSold = sql`exists (
    select from ${priceHistory}
    where ${priceHistory.gameId} = ${offers.gameId} and ${priceHistory.country} = ${offers.country}
      and ${priceHistory.store} = ${offers.store} and ${priceHistory.priceMinor} is not null
  )`;
  const statement = db
    .select({
      gameId: offers.gameId,
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
        sql`${offers.gameId} = any(${sql.placeholder("gameIds")}::int[])`,
        eq(offers.country, sql.placeholder("country")),
        or(isNotNull(offers.priceMinor), wasSold),
      ),
    )
    .orderBy(stores.position)
    .prepare("list_offers");
  return (gameIds: number[], country: string) => statement.execute({ gameIds, country });
}
