import type { Db } from "../../../platform/db/connect.ts";
import type { JobHandler } from "../../../platform/jobs/work.ts";
import { forgetOldMerges } from "./commands-unmerge.ts";

export function mergeJobs(db: Db): JobHandler[] {
  const run = async () => void (await forgetOldMerges(db, new Date()));
  return [{ queue: "forget-merges", schedule: "23 4 * * *", run }];
}
