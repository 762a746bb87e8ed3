import type { Db } from "../db/connect.ts";
import { sql } from "../db/drizzle.ts";
import { jobSchema, type QueueName } from "./queues.ts";

const schema = sql.identifier(jobSchema);

/**
 * Adds a job for each of `data`, once the transaction commits. The statement is pg-boss's own; its `send` would need a
 * pg-boss instance with timers, also in commands.
 */
export async function enqueue(db: Db, queue: QueueName, data: readonly object[]): Promise<void> {
  if (data.length === 0) return;
  await db.execute(sql`
    with added as (
      insert into ${schema}.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
                                 expire_seconds, deletion_seconds, keep_until)
      select q.name, jobs.data, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
             q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1 second'
      from ${schema}.queue q, jsonb_array_elements(${JSON.stringify(data)}::jsonb) as jobs(data)
      where q.name = ${queue}
      returning id
    )
    select count(*), pg_notify('changes', 'jobs') from added`);
}
