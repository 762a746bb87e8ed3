import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { jobSchema, type QueueName, queues } from "./queues.ts";

/** How a queue stands. */
export interface QueueState {
  queue: QueueName;
  /** To be worked on now, or to be tried again later. */
  waiting: number;
  active: number;
  /** Given up, as long as they are remembered. */
  failed: number;
  /** Since the job that has waited longest was added, in seconds; 0 = none waits. */
  oldestSeconds: number;
}

/** Every queue of the site, also those that are empty. */
export async function listQueueStates(db: Db): Promise<QueueState[]> {
  const waits = sql`state in ('created', 'retry')`;
  const { rows } = await db.execute<QueueState & Record<string, unknown>>(sql`
    select name as queue,
      count(*) filter (where ${waits})::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(created_on) filter (where ${waits})), 0)::float8 as "oldestSeconds"
    from ${sql.identifier(jobSchema)}.job group by name
  `);
  const known = new Map(rows.map((row) => [row.queue, row]));
  const names = Object.keys(queues) as QueueName[];
  return names.map((queue) => known.get(queue) ?? { queue, waiting: 0, active: 0, failed: 0, oldestSeconds: 0 });
}
