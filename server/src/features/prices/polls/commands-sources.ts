import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, isNotNull, or, sql } from "../../../platform/db/drizzle.ts";
import { listHeldLocks } from "../../../platform/db/session-lock.ts";
import { changedMeanwhile, isStale } from "../../../platform/db/versions.ts";
import { enqueue } from "../../../platform/jobs/enqueue.ts";
import { type Actor, recordChange } from "../../audit/commands.ts";
import { feedKey } from "../sources/feed.ts";
import { pricePolls, priceSources } from "../table.ts";
import type { PollRow } from "./queries.ts";
import { type ListedSource, pollLock, requireSource, type SourceRow } from "./queries-sources.ts";

/**
 * Registers the sources that a process is configured for. Leaves out a feed that was removed since the process read the
 * feeds, even if the removal commits during this call.
 */
export async function registerSources(
  db: Db,
  sources: readonly Pick<SourceRow, "key" | "store" | "country">[],
  now: Date,
): Promise<void> {
  if (sources.length === 0) return;
  const rows = sources.map(({ key, store, country }) => {
    return { key, store, country, is_feed: key === feedKey(store, country) };
  });
  await db.execute(sql`
    with fed as (select store, country from product_feeds for key share)
    insert into price_sources (key, store, country, registered_at)
    select key, store, country, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}) as named (key text, store text, country text, is_feed boolean)
    where not is_feed or (store, country) in (select store, country from fed)
    order by key
    on conflict (key) do update
    set store = excluded.store, country = excluded.country, registered_at = excluded.registered_at
    where price_sources.registered_at < excluded.registered_at - interval '10 minutes'
  `);
}

/** Unregisters a source; processes that are still configured for it register it again. */
export async function unregisterSource(tx: Db, key: string): Promise<void> {
  await tx
    .update(priceSources)
    .set({ registeredAt: new Date(0), requestedAt: null })
    .where(eq(priceSources.key, key));
}

/** Notifies all processes of a change of the source when the transaction commits. */
export async function notifySourceChange(tx: Db, key: string): Promise<void> {
  await tx.execute(sql`select pg_notify('changes', 'sources ' || id) from price_sources where key = ${key}`);
}

/** Clears the requested run, which begins now. Returns whether one was requested. */
export async function clearRequest(tx: Db, key: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(priceSources)
    .set({ requestedAt: null })
    .where(and(eq(priceSources.key, key), isNotNull(priceSources.requestedAt)));
  return Boolean(rowCount);
}

/**
 * Requests a poll by a process that is configured for the source. Throws `not_found`, and `conflict` while it is
 * paused, runs, or is about to.
 */
export function requestRun(db: Db, editor: Actor, key: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockSource(tx, key);
    if (before.paused) throw new AppError("conflict", "This source is paused: resume it first");
    if (before.requestedAt) throw new AppError("conflict", "This source is about to run already");
    await requireIdle(tx, before, "This source runs already");
    await tx.update(priceSources).set({ requestedAt: now }).where(eq(priceSources.key, key));
    await enqueue(tx, "price-polls", [{ source: key }]);
    await recordSourceChange(tx, editor, key, {
      description: `Had the source ${key} read now`,
      oldValue: { requested_at: null },
      newValue: { requested_at: now },
    });
  });
}

/**
 * Pauses or resumes a source; does nothing if it already is. Throws `not_found`, and `stale` if it is no longer at
 * `baseVersion`.
 */
export function setPaused(
  db: Db,
  editor: Actor,
  key: string,
  { paused, baseVersion }: { paused: boolean; baseVersion?: number | undefined },
  toCurrent: (source: ListedSource) => Promise<unknown>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockSource(tx, key);
    if (isStale(before, baseVersion)) throw changedMeanwhile("this source", await toCurrent(before));
    if (before.paused === paused) return;
    const change = { paused, version: before.version + 1, ...(paused && { requestedAt: null }) };
    await tx.update(priceSources).set(change).where(eq(priceSources.key, key));
    await recordSourceChange(tx, editor, key, {
      description: `${paused ? "Paused" : "Resumed"} the source ${key}`,
      oldValue: { paused: before.paused },
      newValue: { paused },
    });
  });
}

/**
 * Clears the cursor and version of the source, so that the next poll starts from the beginning. Throws `not_found`, and
 * `conflict` while it runs.
 */
export function resetSource(db: Db, editor: Actor, key: string): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockSource(tx, key);
    await requireIdle(tx, before, "This source runs: pause it first");
    const [last] = before.polls;
    const { rowCount } = await tx
      .update(pricePolls)
      .set({ cursor: null, version: null })
      .where(and(eq(pricePolls.source, key), or(isNotNull(pricePolls.cursor), isNotNull(pricePolls.version))));
    if (!rowCount) return;
    await recordSourceChange(tx, editor, key, {
      description: `Reset the source ${key}`,
      oldValue: { cursor: last?.cursor ?? null, version: last?.version ?? null, runs: rowCount },
      newValue: { cursor: null, version: null },
    });
  });
}

/** Counts the failures of a source in a row; `null` for one that is not registered. */
export async function countOutcome(tx: Db, { source, problem }: PollRow): Promise<SourceRow | null> {
  const outcome =
    problem === null ? { failures: 0, reportedAt: null } : { failures: sql`${priceSources.failures} + 1` };
  const [counted] = await tx.update(priceSources).set(outcome).where(eq(priceSources.key, source)).returning();
  return counted ?? null;
}

async function lockSource(tx: Db, key: string): Promise<ListedSource> {
  await tx.execute(sql`select from price_sources where key = ${key} for update`);
  return requireSource(tx, key);
}

/** Also throws between two polls while a process still holds the lock. */
async function requireIdle(tx: Db, { key, isRunning }: ListedSource, message: string): Promise<void> {
  if (isRunning || (await listHeldLocks(tx, [pollLock(key)])).size > 0) throw new AppError("conflict", message);
}

async function recordSourceChange(
  tx: Db,
  editor: Actor,
  key: string,
  change: { description: string; oldValue: unknown; newValue: unknown },
): Promise<void> {
  await notifySourceChange(tx, key);
  await recordChange(tx, editor, {
    action: "UPDATE",
    resourceType: "price_source",
    resourceKey: key,
    resourceId: key,
    ...change,
  });
}
