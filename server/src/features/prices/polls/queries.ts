import type { Db } from "../../../platform/db/connect.ts";
import { desc, eq } from "../../../platform/db/drizzle.ts";
import { pricePolls } from "../table.ts";

export type PollRow = typeof pricePolls.$inferSelect;

/**
 * The number of polls that are considered for failures in a row, and for the usual size of a store's range: once it is
 * smaller in all of them, the store really sells less.
 */
export const recentPolls = 10;

/** The latest poll of each source, by the source's name. */
export function listLatestPolls(db: Db): Promise<PollRow[]> {
  return db
    .selectDistinctOn([pricePolls.source])
    .from(pricePolls)
    .orderBy(pricePolls.source, desc(pricePolls.startedAt), desc(pricePolls.id));
}

/** The latest polls of a source, the last one first. */
export function listPollsOf(db: Db, source: string, count: number): Promise<PollRow[]> {
  return db
    .select()
    .from(pricePolls)
    .where(eq(pricePolls.source, source))
    .orderBy(desc(pricePolls.startedAt), desc(pricePolls.id))
    .limit(count);
}
