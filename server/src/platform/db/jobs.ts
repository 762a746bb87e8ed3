import type { Pool } from "pg";
import type { JobHandler } from "../jobs/work.ts";
import { shortenChangeLog } from "./changes/change-log.ts";

/** Keeps the log of changes short. */
export function changeLogJobs(pool: Pool): JobHandler[] {
  return [{ queue: "shorten-change-log", schedule: "* * * * *", run: () => shortenChangeLog(pool) }];
}
