import type { Db } from "../../platform/db/connect.ts";
import type { JobHandler } from "../../platform/jobs/work.ts";
import { pruneVotes } from "./commands.ts";

/** Daily: votes that no longer count are deleted. */
export function voucherJobs(db: Db): JobHandler[] {
  return [{ queue: "forget-votes", schedule: "7 0 * * *", run: () => pruneVotes(db, new Date()) }];
}
