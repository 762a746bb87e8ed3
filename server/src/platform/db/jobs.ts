import type { Pool } from "pg";
import type { JobHandler } from "../jobs/work.ts";
import { shortenChangeLog } from "./changes/change-log.ts";

/** Trims the log of changes. */
export function changeLogJobs(pool: Pool): JobHandler[] {
  return [{ queue: "shorten-change-log", schedule: "* * * * *", run: () => shortenChangeLog(pool) }];
}
