import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import type { JobHandler } from "../../platform/jobs/work.ts";
import { readHead } from "./queries-verify.ts";

/** Logs the head of the trail daily: logs that are stored elsewhere can prove that the trail was rewritten. */
export function auditJobs(db: Db, log: FastifyBaseLogger): JobHandler[] {
  const run = async () => {
    const head = await readHead(db);
    if (head) log.info({ head: `${head.id}:${head.hash.toString("hex")}` }, "head of the audit log");
  };
  return [{ queue: "log-audit-head", schedule: "47 2 * * *", run }];
}
