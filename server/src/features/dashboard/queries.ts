import { statfs } from "node:fs/promises";
import { sourceLanguage } from "contract/languages/language.ts";
import type { Db } from "../../platform/db/connect.ts";
import { count, countDistinct, eq, getTableName, type PgTable, sql } from "../../platform/db/drizzle.ts";
import { contentStrings } from "../content-strings/table.ts";
import { games } from "../games/table.ts";
import { offers, priceHistory } from "../prices/table.ts";
import { siteConfig } from "../site-config/table.ts";
import { roleAssignments } from "../users/table.ts";

export interface DashboardCounts {
  /** The number of texts of each category, by its name. */
  categories: { category: string; count: number }[];
  siteConfigs: number;
  /** Users with an admin role. */
  adminUsers: number;
  games: number;
  offers: number;
  history: number;
}

/** The numbers on the panel's cards. */
export async function countRows(db: Db): Promise<DashboardCounts> {
  const [categories, siteConfigs, [admins], gameCount, offerCount, history] = await Promise.all([
    db
      .select({ category: contentStrings.category, count: count() })
      .from(contentStrings)
      .where(eq(contentStrings.language, sourceLanguage))
      .groupBy(contentStrings.category)
      .orderBy(contentStrings.category),
    db.$count(siteConfig),
    db.select({ users: countDistinct(roleAssignments.userId) }).from(roleAssignments),
    countOrEstimate(db, games),
    countOrEstimate(db, offers),
    countOrEstimate(db, priceHistory),
  ]);
  return { categories, siteConfigs, adminUsers: admins!.users, games: gameCount, offers: offerCount, history };
}

/** Above this, counting is too slow for a dashboard, and the database's estimate is used. */
const maxCounted = 100_000;

async function countOrEstimate(db: Db, table: PgTable): Promise<number> {
  const { rows } = await db.execute<{ estimate: number }>(sql`
    select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as estimate
    from pg_partition_tree(${getTableName(table)}::regclass) join pg_class on oid = relid
    where isleaf
  `);
  const [{ estimate } = { estimate: 0 }] = rows;
  return estimate > maxCounted ? Math.round(estimate) : db.$count(table);
}

export interface DatabaseStatus {
  /** PostgreSQL's, such as `18.1`. */
  version: string;
  sizeBytes: number;
  responseMs: number;
}

export async function readDatabaseStatus(db: Db): Promise<DatabaseStatus> {
  const start = performance.now();
  await db.execute(sql`select 1`);
  const responseMs = Math.round((performance.now() - start) * 10) / 10;
  const { rows } = await db.execute<{ version: string; size: number }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size`);
  const [{ version, size } = { version: "", size: 0 }] = rows;
  // Debian adds its own name
  return { version: version.split(" ")[0] ?? "", sizeBytes: size, responseMs };
}

/** Disk space of a folder's file system, for this process's user; `null` where the system doesn't report it. */
export async function readDisk(folder: string): Promise<{ freeBytes: number; totalBytes: number } | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize };
}

/** How far Steam's games have been read. */
export interface Filling {
  games: number;
  described: number;
  priced: number;
  secondsLeft: number;
}

/** A catalogue counts as filled when fewer than this part of its games lack details: new ones appear every day. */
const newShare = 0.01;
/** Seconds from one app's details to the next while nothing was measured: Steam's limit, shared with prices. */
const usualPace = 2;

/** How far a site is whose games are being read for the first time; `null` for any other. */
export async function findFilling(db: Db, now: Date): Promise<Filling | null> {
  const { rows } = await db.execute<Omit<Filling, "secondsLeft"> & { pace: number | null }>(sql`
    select count(*)::int as games, count(read_at)::int as described,
      (
        select count(*) from offers
        where store = 'steam' and price_minor is not null
          and country = (select country from markets where enabled order by country <> 'US', country limit 1)
      )::int as priced,
      (
        select extract(epoch from coalesce(finished_at, ${now}::timestamptz) - started_at)::float8 / nullif(seen, 0)
        from price_polls where source = 'catalogue-steam' and seen >= 10 order by started_at desc limit 1
      ) as pace
    from steam_apps
  `);
  const { pace, ...counts } = rows[0]!;
  const left = counts.games - counts.described;
  if (left <= counts.games * newShare) return null;
  return { ...counts, secondsLeft: left * (pace ?? usualPace) };
}
