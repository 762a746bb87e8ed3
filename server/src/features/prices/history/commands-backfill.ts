import { bestPrice } from "contract/games/rules.ts";
import { type StoreKey, storeKeys } from "contract/stores.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { saveGamePrices } from "../offers/commands-derive.ts";

/** A store's price from a time on, in cents. */
export interface PastStep {
  at: Date;
  priceCents: number;
  regularCents: number | null;
}

/**
 * A generated offer with all its prices, ascending by time, each different from the one before; the last is current.
 */
export interface PastOffer {
  store: StoreKey;
  /** Since the last change of price; before, the store had the game in stock. */
  inStock: boolean | null;
  link: string | null;
  steps: readonly PastStep[];
}

/** Makes the temporary tables in which made-up pasts wait for `recordBackfill`. */
export async function openBackfill(tx: Db): Promise<void> {
  await tx.execute(sql`
    create temporary table past_steps (
      game_id integer, store store_key, recorded_at timestamptz, price_cents integer, regular_cents integer,
      begins_period boolean
    ) on commit drop
  `);
  await tx.execute(sql`
    create temporary table past_offers (
      game_id integer, store store_key, in_stock boolean, link text,
      price_cents integer, regular_cents integer, first_seen_at timestamptz, last_seen_at timestamptz
    ) on commit drop
  `);
  await tx.execute(sql`create temporary table past_games (game_id integer, highest_best_cents integer) on commit drop`);
}

/** Adds the pasts of games that were never offered before. */
export async function stageBackfill(
  tx: Db,
  backfills: ReadonlyMap<number, readonly PastOffer[]>,
  now: Date,
): Promise<void> {
  const games = [...backfills].map(([id, offers]) => ({ game_id: id, highest_best_cents: highestBestPrice(offers) }));
  const offers = [...backfills].flatMap(([gameId, past]) => past.map((offer) => ({ gameId, ...offer })));
  const offerRows = offers.map(({ gameId, store, inStock, link, steps }) => ({
    game_id: gameId,
    store,
    in_stock: inStock,
    link,
    price_cents: steps.at(-1)!.priceCents,
    regular_cents: steps.at(-1)!.regularCents,
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

/** There may be millions: arrays of plain numbers are several times quicker to hand over than JSON. */
async function stageSteps(tx: Db, offers: readonly (PastOffer & { gameId: number })[]): Promise<void> {
  const gameIds: number[] = [];
  const stores: StoreKey[] = [];
  const times: number[] = [];
  const prices: number[] = [];
  const regulars: (number | "null")[] = [];
  const beginnings: boolean[] = [];
  for (const { gameId, store, inStock, steps } of offers) {
    const lastPriceAt = steps.findLastIndex((step, index) => step.priceCents !== steps[index - 1]?.priceCents);
    steps.forEach((step, index) => {
      gameIds.push(gameId);
      stores.push(store);
      times.push(step.at.getTime() / 1000);
      prices.push(step.priceCents);
      regulars.push(step.regularCents ?? "null");
      const isNewPrice = step.priceCents !== steps[index - 1]?.priceCents;
      beginnings.push(isNewPrice && !(inStock === false && index === lastPriceAt));
    });
  }
  const array = (values: readonly unknown[]) => `{${values.join(",")}}`;
  await tx.execute(sql`
    insert into past_steps
    select game_id, store, to_timestamp(seconds), price_cents, regular_cents, begins_period
    from unnest(
      ${array(gameIds)}::integer[], ${array(stores)}::store_key[], ${array(times)}::double precision[],
      ${array(prices)}::integer[], ${array(regulars)}::integer[], ${array(beginnings)}::boolean[]
    ) as step (game_id, store, seconds, price_cents, regular_cents, begins_period)
  `);
}

/** Records the pasts that wait: offers, history in the order of time as if it had been lived, and what lists show. */
export async function recordBackfill(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`analyze past_steps`);
  await tx.execute(sql`analyze past_games`);
  await tx.execute(sql`
    insert into offers (
      game_id, store, price_cents, regular_cents, link, in_stock, first_seen_at, last_seen_at
    )
    select game_id, store, price_cents, regular_cents, link, in_stock, first_seen_at, last_seen_at
    from past_offers
    order by game_id, store
  `);
  await tx.execute(sql`
    insert into price_history (game_id, store, recorded_at, price_cents, regular_cents)
    select game_id, store, recorded_at, price_cents, regular_cents
    from past_steps
    order by recorded_at
  `);
  await saveGamePrices(tx, {
    games: sql`select game_id, highest_best_cents from past_games`,
    periods: sql`select game_id, store, price_cents, recorded_at from past_steps where begins_period`,
    now,
  });
}

/** The dearest that the best price over the stores has been; `null` without offers. In cents. */
export function highestBestPrice(
  offers: readonly { store: StoreKey; steps: readonly { at: Date; priceCents: number | null }[] }[],
): number | null {
  const changes = offers
    .flatMap(({ store, steps }) => steps.map((step) => ({ store, at: step.at.getTime(), price: step.priceCents })))
    .sort((a, b) => a.at - b.at);
  const prices = Object.fromEntries(storeKeys.map((key) => [key, null])) as Record<StoreKey, number | null>;
  let highest: number | null = null;
  changes.forEach(({ store, at, price }, index) => {
    prices[store] = price;
    // Stores that change at the same time do it together.
    if (changes[index + 1]?.at === at) return;
    const best = bestPrice(prices);
    if (best) highest = Math.max(highest ?? 0, best.price);
  });
  return highest;
}
