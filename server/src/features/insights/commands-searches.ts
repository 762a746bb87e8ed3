import { maxSearchesPerDay } from "contract/insights/rules.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { lt, sql } from "../../platform/db/drizzle.ts";
import { type BatchedCounts, batchCounts } from "../../platform/process/batched-counts.ts";
import { emptySearches } from "./table.ts";

/** Counts searches that found nothing, in the background, as normalized by `countedSearch`. */
export function openSearchCounter(
  db: Db,
  log: Pick<FastifyBaseLogger, "warn">,
  now: () => Date = () => new Date(),
): BatchedCounts {
  return batchCounts({
    maxKeys: maxSearchesPerDay,
    write: (counts) => recordEmptySearches(db, counts, now()),
    onError: (error) => log.warn({ err: error }, "failed to count searches"),
  });
}

/** The key of a PostgreSQL advisory lock, reserved for this purpose. */
const lockKey = 7_305_001;

/** Adds counts to those of the day (UTC). Texts over the day's limit are left out. */
export async function recordEmptySearches(db: Db, counts: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const [texts, numbers] = [[...counts.keys()], [...counts.values()]];
  await db.transaction(async (tx) => {
    // concurrent writers could exceed the limit together
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    await tx.execute(sql`
      with given as (
        select search, searches, existing.search is not null as is_existing, row_number() over (
          partition by existing.search is not null order by searches desc, search) as place
        from unnest(${sql.param(texts)}::text[], ${sql.param(numbers)}::int[]) as given (search, searches)
        left join (select search from ${emptySearches} where day = ${day}::date) existing using (search)
      )
      insert into ${emptySearches} (day, search, searches)
      select ${day}::date, search, searches from given
      where is_existing
        or place <= ${maxSearchesPerDay} - (select count(*) from ${emptySearches} where day = ${day}::date)
      on conflict (day, search) do update set searches = ${emptySearches}.searches + excluded.searches
    `);
  });
}

/** Deletes counts from before that day (UTC, YYYY-MM-DD). */
export async function pruneSearches(db: Db, before: string): Promise<void> {
  await db.delete(emptySearches).where(lt(emptySearches.day, before));
}
