import { AppError, invalid } from "contract/core/errors.ts";
import { firstCountry } from "contract/markets/regions.ts";
import type { AdminMarket, Market } from "contract/markets/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { asc, eq, sql } from "../../platform/db/drizzle.ts";
import { offerCounts } from "../stores/table.ts";
import { toAdminMarket, toMarket } from "./present.ts";
import { markets } from "./table.ts";

/** The enabled markets: the default one first, which is the United States where enabled, then by country. */
export async function listEnabledMarkets(db: Db): Promise<Market[]> {
  const rows = await db
    .select()
    .from(markets)
    .where(eq(markets.enabled, true))
    .orderBy(sql`${markets.country} <> ${firstCountry}`, asc(markets.country));
  return rows.map((row, n) => toMarket(row, n === 0));
}

/** The market of a country, by default the first one. Throws `invalid` for an unknown country. */
export function findMarketIn(enabled: readonly Market[], country: string | undefined): Market {
  const found = country === undefined ? enabled[0] : enabled.find((market) => market.country === country);
  if (!found) throw invalid([{ path: "country", msg: `Unknown country: ${country}` }]);
  return found;
}

/** The countries of all markets, enabled or not. */
export async function listCountries(db: Db): Promise<string[]> {
  const rows = await db.select({ country: markets.country }).from(markets).orderBy(asc(markets.country));
  return rows.map(({ country }) => country);
}

/** All markets with the number of their offers, by country. */
export async function listAllMarkets(db: Db): Promise<AdminMarket[]> {
  const counted = db
    .select({ country: offerCounts.country, offers: sql<number>`sum(${offerCounts.offers})::int`.as("offers") })
    .from(offerCounts)
    .groupBy(offerCounts.country)
    .as("counted");
  const rows = await db
    .select({ market: markets, offers: sql<number>`coalesce(${counted.offers}, 0)` })
    .from(markets)
    .leftJoin(counted, eq(counted.country, markets.country))
    .orderBy(asc(markets.country));
  const [first] = await listEnabledMarkets(db);
  return rows.map(({ market, offers }) => toAdminMarket({ ...market, offers }, market.country === first?.country));
}

/** One of them. Throws `not_found`. */
export async function requireMarket(db: Db, country: string): Promise<AdminMarket> {
  const market = (await listAllMarkets(db)).find((one) => one.country === country);
  if (!market) throw new AppError("not_found", `There is no market ${country}`);
  return market;
}
