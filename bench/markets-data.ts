import { sql } from "drizzle-orm";
import { saveGamePrices } from "../server/src/features/prices/offers/commands-derive.ts";
import type { Db } from "../server/src/platform/db/connect.ts";

/** Markets in addition to the first one. */
export const countries = ["GB", "DE", "JP", "PL"];
export const manyStores = 40;

/** Offers of a game in each market; its id determines the stores. */
const offersPerMarket = 4;
const gamesPerBatch = 10_000;

/**
 * Fills more markets with offers of 40 stores, each game sold by four of them: 600,000 offers a market for 150,000
 * games. Does nothing if they are filled already. Returns the number of offers.
 */
export async function fillMarkets(db: Db): Promise<number> {
  await db.execute(sql`update stores set enabled = true where position <= ${manyStores} and not enabled`);
  await db.execute(sql`
    update markets set enabled = true where country = any(${sql.param(countries)}::text[]) and not enabled
  `);
  const now = new Date();
  const { rows } = await db.execute<{ last: number; done: boolean }>(sql`
    select coalesce(max(id), 0)::int as last, exists (select from offers where country = ${countries[0]}) as done
    from games
  `);
  const { last, done } = rows[0]!;
  for (let first = 0; !done && first <= last; first += gamesPerBatch) {
    await db.transaction(async (tx) => {
      const inRange = sql`games.id > ${first} and games.id <= ${first + gamesPerBatch}`;
      await tx.execute(sql`
        insert into offers (
          game_id, country, store, currency, price_minor, regular_minor, link, first_seen_at, last_seen_at
        )
        select games.id, country, stores.key, currency, regular * (100 - games.id * 7 % 60) / 100, regular,
          'https://store.example/' || games.id, ${now}::timestamptz, ${now}::timestamptz
        from games
        cross join markets
        cross join generate_series(0, ${offersPerMarket - 1}) nth
        join stores on stores.position = 1 + (games.id * 13 + nth * 11) % ${manyStores}
        cross join lateral (
          select 499 + games.id % 60 * 100 + nth * 10 as regular
        ) price
        where ${inRange} and markets.enabled
        on conflict do nothing
      `);
      await saveGamePrices(tx, {
        games: sql`
          select games.id, country, null::integer from games cross join markets where ${inRange} and markets.enabled`,
        periods: sql`
          select game_id, country, store, currency, price_minor, first_seen_at from offers
          where game_id > ${first} and game_id <= ${first + gamesPerBatch}`,
        now,
      });
    });
  }
  await db.execute(sql`vacuum analyze offers, game_prices`);
  const { rows: counted } = await db.execute<{ offers: number }>(sql`select count(*)::int as offers from offers`);
  return counted[0]!.offers;
}
