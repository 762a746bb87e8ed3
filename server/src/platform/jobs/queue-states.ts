import type { Db } from "../db/connect.ts";
import { sql } from "../db/drizzle.ts";
import { jobSchema, type QueueName, queues } from "./queues.ts";

export interface QueueState {
  queue: QueueName;
  /** New ones and retries. */
  waiting: number;
  active: number;
  /** Until they are deleted. */
  failed: number;
  /** The age of the oldest waiting job, in seconds; 0 = none waits. */
  oldestSeconds: number;
}

/** All queues, empty ones too. */
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
