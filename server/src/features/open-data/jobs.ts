import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import type { JobHandler } from "../../platform/jobs/work.ts";
import { type DumpOptions, exportDump, findDumpTime } from "./export.ts";

/** A little less than a day, so that the time of day does not drift. */
const dueAfterMs = 23.5 * 3_600_000;

export interface OpenDataOptions {
  db: Db;
  folder: string;
  site(): DumpOptions["site"];
  log: FastifyBaseLogger;
  signal: AbortSignal;
}

/** One dump a day. Checked every hour, so that a failed one is retried. */
export function openDataJobs({ db, folder, site, log, signal }: OpenDataOptions): JobHandler[] {
  const run = async () => {
    const now = new Date();
    const last = await findDumpTime(folder);
    if (last && last <= now && now.getTime() - last.getTime() < dueAfterMs) return;
    await exportDump(db, folder, { now, site: site(), signal });
    log.info({ folder }, "open data written");
  };
  return [{ queue: "open-data", schedule: "37 * * * *", run }];
}
