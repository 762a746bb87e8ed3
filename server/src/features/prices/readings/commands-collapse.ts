import { usDollar } from "contract/core/money.ts";
import { firstCountry } from "contract/markets/schema.ts";
import { collapseOf, type PricePair } from "contract/prices/collapse-rules.ts";
import { arrayOf, textArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import type { OfferObservation } from "../offers/commands.ts";

/** A page of matched offers, and when they were seen. */
export interface SeenPage {
  observations: readonly OfferObservation[];
  seenAt: Date;
}

/** Thrown for a reading whose prices collapse, before any of its pages is applied. */
export class CollapsedReading extends Error {
  /** Those that do not wait in the database already. */
  readonly newPages: readonly SeenPage[];
  constructor(problem: string, newPages: readonly SeenPage[] = []) {
    super(problem);
    this.newPages = newPages;
  }
}

/** The known prices of these offers before and after them. A giveaway is temporary and does not count. */
async function listPricePairs(db: Db, observations: readonly OfferObservation[]): Promise<PricePair[]> {
  const priced = observations.filter(({ priceMinor, endsAt }) => typeof priceMinor === "number" && !endsAt);
  if (priced.length === 0) return [];
  const shelves = await comparePrices(
    db,
    sql`
      select * from unnest(
        ${arrayOf(priced.map(({ gameId }) => gameId))}::integer[],
        ${textArrayOf(priced.map(({ country = firstCountry }) => country))}::text[],
        ${textArrayOf(priced.map(({ store }) => store))}::text[],
        ${textArrayOf(priced.map(({ currency = usDollar }) => currency))}::text[],
        ${arrayOf(priced.map(({ priceMinor }) => priceMinor))}::integer[]
      )`,
  );
  return shelves.flatMap(({ pairs }) => pairs);
}

/** Compares rows of game id, country, store, currency and price with the offers, by store and country. */
export async function comparePrices(
  db: Db,
  rows: SQL,
): Promise<{ store: string; country: string; pairs: PricePair[] }[]> {
  const { rows: shelves } = await db.execute<{ store: string; country: string; before: number[]; after: number[] }>(sql`
    select offers.store, offers.country,
      array_agg(offers.price_minor order by offers.game_id) as before,
      array_agg(seen.price_minor order by offers.game_id) as after
    from (${rows}) as seen (game_id, country, store, currency, price_minor)
    join offers
      on offers.game_id = seen.game_id and offers.country = seen.country and offers.store = seen.store
        and offers.currency = seen.currency
    where offers.price_minor > 0 and seen.price_minor is not null and offers.ends_at is null
    group by offers.store, offers.country
    order by offers.store, offers.country
  `);
  return shelves.map(({ store, country, before, after }) => ({
    store,
    country,
    pairs: before.map((price, index) => ({ before: price, after: after[index]! })),
  }));
}

/** Throws CollapsedReading, with these pages if they are new, if the prices of a whole reading collapse. */
export async function requirePlausible(
  db: Db,
  pages: readonly SeenPage[],
  { areNew = true }: { areNew?: boolean } = {},
): Promise<void> {
  const pairs: PricePair[] = [];
  for (const { observations } of pages) pairs.push(...(await listPricePairs(db, observations)));
  const problem = collapseOf(pairs);
  if (problem) throw new CollapsedReading(problem, areNew ? pages : []);
}
