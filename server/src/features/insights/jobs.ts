import { retentionDays } from "contract/insights/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import type { JobHandler } from "../../platform/jobs/work.ts";
import { pruneGameClicks } from "./commands-clicks.ts";
import { pruneSearches } from "./commands-searches.ts";
import { firstDay } from "./queries.ts";

/** Deletes counts that are older than the panel shows. */
export function insightJobs(db: Db): JobHandler[] {
  async function run(): Promise<void> {
    const before = firstDay(retentionDays, new Date());
    await pruneSearches(db, before);
    await pruneGameClicks(db, before);
  }
  return [{ queue: "forget-counts", schedule: "47 3 * * *", run }];
}
