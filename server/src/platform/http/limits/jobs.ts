import type { Db } from "../../db/connect.ts";
import { lt } from "../../db/drizzle.ts";
import type { JobHandler } from "../../jobs/work.ts";
import { requestLimits } from "./table.ts";

const clockToleranceMs = 60_000;

/** Deletes windows that have ended. */
export async function sweepLimits(db: Db, now: Date): Promise<void> {
  await db.delete(requestLimits).where(lt(requestLimits.expire, now.getTime() - clockToleranceMs));
}

export function limitJobs(db: Db): JobHandler[] {
  return [{ queue: "sweep-limits", schedule: "*/10 * * * *", run: () => sweepLimits(db, new Date()) }];
}
