import type { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { jobSchema } from "../../platform/jobs/queues.ts";

/** Requeues or ends the jobs of a killed process, as the passing of time would. */
export async function expireLeases(pool: Pool, startedBefore: Date | "infinity" = "infinity"): Promise<void> {
  await pool.query(
    "update jobs.job set started_on = started_on - interval '1 hour' where state = 'active' and started_on < $1",
    [startedBefore],
  );
  await pool.query("update jobs.queue set monitor_claim_on = null");
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
    migrate: false,
    supervise: false,
  });
  await boss.start();
  await boss.supervise();
  await boss.stop({ graceful: false });
  await pool.query("update jobs.job set start_after = now() where state = 'retry'");
}
