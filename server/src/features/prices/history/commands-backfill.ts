import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { saveGamePrices } from "../offers/commands-derive.ts";

/** A store's price since a time, in minor units. */
export interface PastStep {
  at: Date;
  priceMinor: number;
  regularMinor: number | null;
}

/**
 * A generated offer with all its prices, ascending by time, each different from the one before; the last is current.
 */
export interface PastOffer {
  country: string;
  store: StoreKey;
  currency: string;
  /** Since the last price change; before, the game was in stock. */
  inStock: boolean | null;
  link: string | null;
  steps: readonly PastStep[];
}

/** Creates the temporary tables in which generated pasts are staged for `recordBackfill`. */
export async function openBackfill(tx: Db): Promise<void> {
  await tx.execute(sql`
    create temporary table past_steps (
      game_id integer, country text, store text, currency text, recorded_at timestamptz, price_minor integer,
      regular_minor integer, begins_period boolean
    ) on commit drop
  `);
  await tx.execute(sql`
    create temporary table past_offers (
      game_id integer, country text, store text, currency text, in_stock boolean, link text,
      price_minor integer, regular_minor integer, first_seen_at timestamptz, last_seen_at timestamptz
    ) on commit drop
  `);
  await tx.execute(sql`
    create temporary table past_games (game_id integer, country text, highest_best_minor integer) on commit drop
  `);
}

/** Stages the pasts of games without offers. */
export async function stageBackfill(
  tx: Db,
  backfills: ReadonlyMap<number, readonly PastOffer[]>,
  now: Date,
): Promise<void> {
  const games = [...backfills].flatMap(([id, offers]) =>
    [...Map.groupBy(offers, ({ country }) => country)].map(([country, sold]) => ({
      game_id: id,
      country,
      highest_best_minor: highestBestPrice(sold),
    })),
  );
  const offers = [...backfills].flatMap(([gameId, past]) => past.map((offer) => ({ gameId, ...offer })));
  const offerRows = offers.map(({ gameId, country, store, currency, inStock, link, steps }) => ({
    game_id: gameId,
    country,
    store,
    currency,
    in_stock: inStock,
    link,
    price_minor: steps.at(-1)!.priceMinor,
    regular_minor: steps.at(-1)!.regularMinor,
    first_seen_at: steps[0]!.at,
    last_seen_at: now,
  }));
  await tx.execute(sql`
    insert into past_games select * from json_populate_recordset(null::past_games, ${JSON.stringify(games)})
  `);
  await tx.execute(sql`
    insert into past_offers select * from json_populate_recordset(null::past_offers, ${JSON.stringify(offerRows)})
  `);
  await stageSteps(tx, offers);
}

/** Inserts arrays of plain numbers, which for millions of rows is several times faster than JSON. */
async function stageSteps(tx: Db, offers: readonly (PastOffer & { gameId: number })[]): Promise<void> {
  const gameIds: number[] = [];
  const countries: string[] = [];
  const stores: StoreKey[] = [];
  const currencies: string[] = [];
  const times: number[] = [];
  const prices: number[] = [];
  const regulars: (number | "null")[] = [];
  const beginnings: boolean[] = [];
  for (const { gameId, country, store, currency, inStock, steps } of offers) {
    const lastPriceAt = steps.findLastIndex((step, index) => step.priceMinor !== steps[index - 1]?.priceMinor);
    steps.forEach((step, index) => {
      gameIds.push(gameId);
      countries.push(country);
      stores.push(store);
      currencies.push(currency);
      times.push(step.at.getTime() / 1000);
      prices.push(step.priceMinor);
      regulars.push(step.regularMinor ?? "null");
      const isNewPrice = step.priceMinor !== steps[index - 1]?.priceMinor;
      beginnings.push(isNewPrice && !(inStock === false && index === lastPriceAt));
    });
  }
  const array = (values: readonly unknown[]) => `{${values.join(",")}}`;
  await tx.execute(sql`
    insert into past_steps
    select game_id, country, store, currency, to_timestamp(seconds), price_minor, regular_minor, begins_period
    from unnest(
      ${array(gameIds)}::integer[], ${array(countries)}::text[], ${array(stores)}::text[], ${array(currencies)}::text[],
      ${array(times)}::double precision[],
      ${array(prices)}::integer[], ${array(regulars)}::integer[], ${array(beginnings)}::boolean[]
    ) as step (game_id, country, store, currency, seconds, price_minor, regular_minor, begins_period)
  `);
}

/** Records the staged pasts: offers, history in the order of time, and the prices that lists show. */
export async function recordBackfill(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`analyze past_steps (game_id, country, store)`);
  await tx.execute(sql`analyze past_games (game_id, country)`);
  await tx.execute(sql`
    insert into offers (
      game_id, country, store, currency, price_minor, regular_minor, link, in_stock, first_seen_at, last_seen_at
    )
    select game_id, country, store, currency, price_minor, regular_minor, link, in_stock, first_seen_at, last_seen_at
    from past_offers
    order by game_id, country, store
  `);
  await tx.execute(sql`
    insert into price_history (game_id, country, store, currency, recorded_at, price_minor, regular_minor)
    select game_id, country, store, currency, recorded_at, price_minor, regular_minor
    from past_steps
    order by recorded_at
  `);
  await saveGamePrices(tx, {
    games: sql`select game_id, country, highest_best_minor from past_games`,
    periods: sql`
      select game_id, country, store, currency, price_minor, recorded_at from past_steps where begins_period
    `,
    now,
  });
}

/** The highest past best price over the stores of a market, in minor units; `null` without offers. */
export function highestBestPrice(
  offers: readonly { store: StoreKey; steps: readonly { at: Date; priceMinor: number | null }[] }[],
): number | null {
  const changes = offers
    .flatMap(({ store, steps }) => steps.map((step) => ({ store, at: step.at.getTime(), price: step.priceMinor })))
    .sort((a, b) => a.at - b.at);
  const prices = new Map<StoreKey, number>();
  let highest: number | null = null;
  changes.forEach(({ store, at, price }, index) => {
    if (price === null) prices.delete(store);
    else prices.set(store, price);
    // changes at the same time take effect together
    if (changes[index + 1]?.at === at || prices.size === 0) return;
    highest = Math.max(highest ?? 0, Math.min(...prices.values()));
  });
  return highest;
}
