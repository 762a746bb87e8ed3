import type { Db } from "../../../platform/db/connect.ts";
import { lt, sql } from "../../../platform/db/drizzle.ts";
import { lockPrices } from "../offers/commands.ts";
import { priceHistory, voidedRecords } from "../table.ts";

/** Older history stays in the default partition, as do months without a partition. */
const maxMonthsBack = 35;
/** Covers the time for which a site may be offline. */
const monthsAhead = 2;

/** Creates missing partitions of the price history from `oldest` to some months ahead; returns their number. */
export async function createHistoryMonths(db: Db, now: Date, oldest = now): Promise<number> {
  const { rows } = await db.execute<{ created: number }>(sql`
    select make_price_history_months(
      greatest(${oldest}::timestamptz, ${now}::timestamptz - make_interval(months => ${maxMonthsBack}))::date,
      (${now}::timestamptz + make_interval(months => ${monthsAhead}))::date
    ) as created
  `);
  return rows[0]!.created;
}

/**
 * Drops the price history before a month (UTC). The price in force at its beginning stays as a record of that time, and
 * lows stay. Returns the number of dropped months and records.
 */
export function dropHistoryBefore(db: Db, day: Date): Promise<{ months: number; records: number }> {
  return db.transaction(async (tx) => {
    await lockPrices(tx);
    const opening = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth()));
    // counts only the dropped records, since the history may be large
    const dropped = await tx.$count(priceHistory, lt(priceHistory.recordedAt, opening));
    const { rowCount: retained } = await tx.execute(sql`
      insert into price_history (game_id, country, store, currency, recorded_at, price_minor, regular_minor)
      select game_id, country, store, currency, ${opening}::timestamptz, price_minor, regular_minor
      from (
        select distinct on (game_id, country, store) * from price_history
        where recorded_at < ${opening}
        order by game_id, country, store, recorded_at desc
      ) in_force
      where price_minor is not null
      on conflict do nothing
    `);
    const { rows: months } = await tx.execute<{ name: string }>(sql`
      select inhrelid::regclass::text as name
      from pg_inherits
      where inhparent = 'price_history'::regclass
        and inhrelid::regclass::text ~ '_\\d{4}_\\d\\d$'
        and right(inhrelid::regclass::text, 7) < ${opening.toISOString().slice(0, 7).replace("-", "_")}
    `);
    for (const { name } of months) await tx.execute(sql`drop table ${sql.identifier(name)}`);
    for (const table of [priceHistory, voidedRecords]) await tx.delete(table).where(lt(table.recordedAt, opening));
    return { months: months.length, records: dropped - (retained ?? 0) };
  });
}
