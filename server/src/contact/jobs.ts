import type { Db } from "../db/connect.ts";
import type { JobHandler } from "../jobs/work.ts";
import { forgetOrigins } from "./commands-forget.ts";

const day = 24 * 3_600_000;

/** `keptDays` is asked anew each time: the setting may have changed. */
export function contactJobs(db: Db, keptDays: () => number): JobHandler[] {
  const run = () => forgetOrigins(db, new Date(Date.now() - keptDays() * day));
  return [{ queue: "forget-origins", schedule: "41 3 * * *", run }];
}
