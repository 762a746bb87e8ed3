import type { Db } from "../../platform/db/connect.ts";
import type { JobHandler } from "../../platform/jobs/work.ts";
import { type DailyImports, importDaily } from "./commands-steam.ts";

/** Checks hourly for Steam accounts whose daily import is due. */
export function libraryJobs(db: Db, options: DailyImports): JobHandler[] {
  return [{ queue: "steam-imports", schedule: "23 * * * *", run: async () => void (await importDaily(db, options)) }];
}
