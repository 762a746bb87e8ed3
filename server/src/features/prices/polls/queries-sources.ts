import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, asc, desc, eq, gte, inArray, type SQL, sql } from "../../../platform/db/drizzle.ts";
import { listHeldLocks } from "../../../platform/db/session-lock.ts";
import { stores } from "../../stores/table.ts";
import { pricePolls, priceSources } from "../table.ts";
import { type PollRow, recentPolls } from "./queries.ts";

export type SourceRow = typeof priceSources.$inferSelect;

/** A source with its latest polls, the last one first. */
export interface ListedSource extends SourceRow {
  storeName: string;
  polls: PollRow[];
  /** Whether a process is polling it. */
  isRunning: boolean;
}

/** Sources that no process has registered since then are no longer configured. */
const minRegisteredAt = sql`now() - interval '24 hours'`;

/** The sources that the site is configured for, by store and key. */
export async function listSources(db: Db, condition?: SQL): Promise<ListedSource[]> {
  const recent = db
    .select()
    .from(pricePolls)
    .where(eq(pricePolls.source, priceSources.key))
    .orderBy(desc(pricePolls.startedAt), desc(pricePolls.id))
    .limit(recentPolls)
    .as("recent");
  const rows = await db
    .select()
    .from(priceSources)
    .leftJoin(stores, eq(stores.key, priceSources.store))
    .leftJoinLateral(recent, sql`true`)
    .where(and(gte(priceSources.registeredAt, minRegisteredAt), condition))
    .orderBy(asc(priceSources.store), asc(priceSources.key), desc(recent.startedAt), desc(recent.id));
  const sources = [...Map.groupBy(rows, ({ price_sources }) => price_sources.id).values()];
  const locks = sources.map(([row]) => pollLock(row!.price_sources.key));
  const held = await listHeldLocks(db, locks);
  return sources.map((group) => {
    const { price_sources: source, stores: store } = group[0]!;
    const polls = group.flatMap(({ recent: poll }) => (poll ? [poll] : []));
    const isRunning = polls[0]?.state === "running" && held.has(pollLock(source.key));
    return { ...source, storeName: store?.name ?? source.store, polls, isRunning };
  });
}

/** The lock that a process holds while it polls a source. */
export const pollLock = (key: string) => `poll ${key}`;

/** Throws `not_found`. */
export async function requireSource(db: Db, key: string): Promise<ListedSource> {
  const [source] = await listSources(db, eq(priceSources.key, key));
  if (!source) throw new AppError("not_found", `The site is not set up for a source ${key}`);
  return source;
}

/** The row of a source with its administrators' settings; `null` for one that was never registered. */
export async function findSource(db: Db, key: string): Promise<SourceRow | null> {
  const [source] = await db.select().from(priceSources).where(eq(priceSources.key, key));
  return source ?? null;
}

/** More than any schedule results in. */
const maxRuns = 1_000;

/** The polls of a source in the last 30 days, the latest first. */
export function listRuns(db: Db, key: string, now: Date): Promise<PollRow[]> {
  const since = sql`${now}::timestamptz - interval '30 days'`;
  return db
    .select()
    .from(pricePolls)
    .where(and(eq(pricePolls.source, key), gte(pricePolls.startedAt, since)))
    .orderBy(desc(pricePolls.startedAt), desc(pricePolls.id))
    .limit(maxRuns);
}

/** The number of offers of a store in a market, and of those seen in the last 24 hours. */
export type CheckedOffers = Record<"offers" | "checked", number>;

/** By store and country of all sources, such as `steam US`. */
async function countChecked(db: Db, now: Date): Promise<Map<string, CheckedOffers>> {
  const { rows } = await db.execute<CheckedOffers & { shelf: string }>(sql`
    select store || ' ' || country as shelf, count(*)::integer as offers,
      (count(*) filter (where last_seen_at > ${now}::timestamptz - interval '24 hours'))::integer as checked
    from offers
    where price_minor is not null and (store, country) in (select store, country from price_sources)
    group by store, country
  `);
  return new Map(rows.map(({ shelf, ...counts }) => [shelf, counts]));
}

/** A count that takes longer than this is reused for `reuseFactor` times its duration. */
const slowMs = 50;
const reuseFactor = 30;

/** `countChecked` with a shared result, which limits its share of the database's time. */
export function prepareCountChecked(db: Db): () => Promise<Map<string, CheckedOffers>> {
  let counting: Promise<Map<string, CheckedOffers>> | null = null;

  async function count(): Promise<Map<string, CheckedOffers>> {
    const start = performance.now();
    try {
      return await countChecked(db, new Date());
    } finally {
      const ms = performance.now() - start;
      setTimeout(() => (counting = null), ms > slowMs ? ms * reuseFactor : 0).unref();
    }
  }

  return () => {
    counting ??= count();
    return counting;
  };
}

/** The totals of the polls of the last 24 hours, by source. */
export async function countRead(db: Db, now: Date): Promise<Map<string, { seen: number; changed: number }>> {
  const { rows } = await db.execute<{ source: string; seen: number; changed: number }>(sql`
    select source, sum(seen)::integer as seen, sum(changed)::integer as changed
    from price_polls
    where coalesce(finished_at, now()) > ${now}::timestamptz - interval '24 hours'
      and started_at > ${now}::timestamptz - interval '3 days'
    group by source
  `);
  return new Map(rows.map(({ source, ...counts }) => [source, counts]));
}

/** Polls in a row with a problem after which a source counts as failing. */
export const failingAfter = 3;

export function listFailing(db: Db): Promise<ListedSource[]> {
  return listSources(db, gte(priceSources.failures, failingAfter));
}

/** The sources with these ids, or all. */
export function listSourcesById(db: Db, ids: readonly number[] | "*"): Promise<ListedSource[]> {
  return listSources(db, ids === "*" ? undefined : inArray(priceSources.id, [...ids]));
}
