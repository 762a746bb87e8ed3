import type { Db } from "../../platform/db/connect.ts";
import type { JobHandler } from "../../platform/jobs/work.ts";
import { forgetOrigins } from "./commands.ts";

const day = 24 * 3_600_000;

/** Reads `retentionDays` on every run, because the setting can change. */
export function contactJobs(db: Db, retentionDays: () => number): JobHandler[] {
  const run = () => forgetOrigins(db, new Date(Date.now() - retentionDays() * day));
  return [{ queue: "forget-origins", schedule: "41 3 * * *", run }];
}
