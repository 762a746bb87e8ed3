import { lt } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import type { JobHandler } from "../jobs/work.ts";
import { requestLimits } from "./table.ts";

/** Whatever clock a process has: its windows ended before anybody sweeps them away. */
const clocksDifferMs = 60_000;

/** Forgets who made requests once their windows are over. */
export async function sweepLimits(db: Db, now: Date): Promise<void> {
  await db.delete(requestLimits).where(lt(requestLimits.expire, now.getTime() - clocksDifferMs));
}

export function limitJobs(db: Db): JobHandler[] {
  return [{ queue: "sweep-limits", schedule: "*/10 * * * *", run: () => sweepLimits(db, new Date()) }];
}
