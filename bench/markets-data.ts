import { saveGamePrices } from "../server/src/features/prices/offers/commands-derive.ts";
import type { Db } from "../server/src/platform/db/connect.ts";
import { sql } from "../server/src/platform/db/drizzle.ts";

export const manyStores = 40;
const gamesPerBatch = 10_000;

export interface FillOptions {
  /** The markets that get offers, the first one too. */
  countries: readonly string[];
  /** Of each game in each market, at the first stores or at those that its id determines. */
  offersPerGame: number;
}

/** Fills markets with offers of 40 stores, unless they are filled already. Returns the number of all offers. */
export async function fillMarkets(db: Db, { countries, offersPerGame }: FillOptions): Promise<number> {
  await db.execute(sql`update stores set enabled = true where position <= ${manyStores} and not enabled`);
  await enableMarkets(db, countries);
  const now = new Date();
  const { rows } = await db.execute<{ last: number; done: boolean }>(sql`
    select coalesce(max(id), 0)::int as last, exists (select from offers where country = ${countries.at(-1)}) as done
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
        cross join generate_series(0, ${offersPerGame - 1}) nth
        join stores on stores.position = 1 + (${offersPerGame === 1 ? 0 : 13} * games.id + nth * 11) % ${manyStores}
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

/** Enables these markets and no others. */
export async function enableMarkets(db: Db, countries: readonly string[] | "all"): Promise<void> {
  const enabled = countries === "all" ? sql`true` : sql`country = any(${sql.param(countries)}::text[])`;
  await db.execute(sql`update markets set enabled = ${enabled} where enabled is distinct from ${enabled}`);
}
