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
