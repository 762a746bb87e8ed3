import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { jobSchema, type QueueName } from "./queues.ts";

const schema = sql.identifier(jobSchema);

/**
 * Puts jobs in a queue, one for each of `data`. Inside a transaction they exist, and are worked on, only once it
 * commits. It needs no running worker, so a command line that changes prices queues mail like the site does.
 * The statement is pg-boss's own way to add jobs; its `send` would need an instance with timers in every process.
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
