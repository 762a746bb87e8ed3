import type { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { jobSchema } from "../jobs/queues.ts";

/** Hands back the mails that a killed process was about to send, as time would. */
export async function passTime(pool: Pool): Promise<void> {
  await pool.query("update jobs.job set started_on = started_on - interval '1 hour' where state = 'active'");
  await pool.query("update jobs.queue set monitor_claim_on = null");
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
    migrate: false,
    supervise: false,
  });
  await boss.start();
  await boss.supervise("mail");
  await boss.stop({ graceful: false });
  await pool.query("update jobs.job set start_after = now() where state = 'retry'");
}
