import { count, countDistinct, getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { contentStrings } from "../content-strings/table.ts";
import type { Db } from "../db/connect.ts";
import { games } from "../games/table.ts";
import { offers, priceHistory } from "../prices/table.ts";
import { roleAssignments } from "../roles/table.ts";
import { siteConfig } from "../site-config/table.ts";

export interface DashboardCounts {
  /** The number of texts of each category, by its name. */
  categories: { category: string; count: number }[];
  siteConfigs: number;
  /** Those who hold an admin role. */
  adminUsers: number;
  games: number;
  offers: number;
  history: number;
}

/** What the panel's cards count. */
export async function countThings(db: Db): Promise<DashboardCounts> {
  const [categories, siteConfigs, [admins], gameCount, offerCount, history] = await Promise.all([
    db
      .select({ category: contentStrings.category, count: count() })
      .from(contentStrings)
      .groupBy(contentStrings.category)
      .orderBy(contentStrings.category),
    db.$count(siteConfig),
    db.select({ users: countDistinct(roleAssignments.userId) }).from(roleAssignments),
    countRoughly(db, games),
    countRoughly(db, offers),
    countRoughly(db, priceHistory),
  ]);
  return { categories, siteConfigs, adminUsers: admins!.users, games: gameCount, offers: offerCount, history };
}

/** Beyond so many rows, counting takes longer than a dashboard may; then the database's own estimate is good enough. */
const mostCounted = 100_000;

async function countRoughly(db: Db, table: PgTable): Promise<number> {
  const { rows } = await db.execute<{ estimate: number }>(sql`
    select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as estimate
    from pg_partition_tree(${getTableName(table)}::regclass) join pg_class on oid = relid
    where isleaf
  `);
  const [{ estimate } = { estimate: 0 }] = rows;
  return estimate > mostCounted ? Math.round(estimate) : db.$count(table);
}
