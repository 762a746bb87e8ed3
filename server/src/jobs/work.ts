import type { FastifyBaseLogger } from "fastify";
import type { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { jobSchema, type QueueName } from "./queues.ts";

/** How long a worker sleeps when nobody wakes it: the pause before a retry is due is rounded up to this. */
export const POLL_SECONDS = 10;
/** How long jobs that run may take to finish once the site stops; the others wait for its next start. */
const DRAIN_MS = 4_000;
const ERROR_SILENCE_MS = 60_000;

/** What is done with the jobs of one queue. A throw means: try again later. It may run twice for one job, after a crash. */
export interface JobHandler {
  queue: QueueName;
  run(data: unknown, id: string): Promise<void>;
  /** Besides what is put in the queue, a job without data is added at these times (cron, UTC). */
  schedule?: string;
  /** How many run at once in this process; 1 when left out. */
  workers?: number;
}

export interface Workers {
  /** Looks for jobs now instead of at the next poll. */
  wake(): void;
  stop(): Promise<void>;
}

export interface WorkerOptions {
  pool: Pool;
  log: FastifyBaseLogger;
  /** Runs each job, for whoever wants to know how long it takes and whether it fails. */
  around?: (queue: QueueName, work: () => Promise<void>) => Promise<void>;
}

/** Starts working on the queues of a migrated database, beside other processes that do the same. */
export async function startWorkers(
  { pool, log, around = (_, work) => work() }: WorkerOptions,
  handlers: readonly JobHandler[],
): Promise<Workers> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
    migrate: false,
    maintenanceIntervalSeconds: 600,
  });
  boss.on(
    "error",
    atMostEvery(ERROR_SILENCE_MS, (error) => log.warn({ err: error }, "jobs have to wait")),
  );
  boss.on("warning", ({ message }) => log.debug(message));
  await boss.start();

  const ids: string[] = [];
  const wake = () => {
    for (const id of ids) boss.notifyWorker(id);
  };
  try {
    for (const { queue, run, schedule, workers = 1 } of handlers) {
      if (schedule) await boss.schedule(queue, schedule);
      for (let worker = 0; worker < workers; worker += 1) {
        const id = await boss.work(queue, { pollingIntervalSeconds: POLL_SECONDS }, async ([job]) => {
          if (!job) return;
          try {
            await around(queue, () => run(job.data, job.id));
          } finally {
            // there may be more: a worker that is not told so sleeps after every job
            boss.notifyWorker(id);
          }
        });
        ids.push(id);
      }
    }
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return { wake, stop: () => boss.stop({ timeout: DRAIN_MS }) };
}

/** While the database is away every poll fails: one line a minute says enough. */
function atMostEvery<T>(ms: number, tell: (value: T) => void): (value: T) => void {
  let silentUntil = 0;
  return (value) => {
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + ms;
    tell(value);
  };
}
