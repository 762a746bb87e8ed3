import type { Db } from "../../../platform/db/connect.ts";
import type { JobHandler } from "../../../platform/jobs/work.ts";
import { pruneUnusedUploads } from "../commands-boxart.ts";
import { pruneOldMerges } from "./commands-unmerge.ts";

export function mergeJobs(db: Db): JobHandler[] {
  async function run(): Promise<void> {
    await pruneOldMerges(db, new Date());
    // includes pictures that only an undo could have restored
    await pruneUnusedUploads(db, new Date());
  }
  return [{ queue: "forget-merges", schedule: "23 4 * * *", run }];
}
