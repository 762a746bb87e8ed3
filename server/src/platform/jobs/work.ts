import type { FastifyBaseLogger } from "fastify";
import type { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { jobSchema, type QueueName } from "./queues.ts";

/** Between polls of the queues; delays of retries are rounded up to it. */
export const POLL_SECONDS = 10;
/** Time for running jobs when the site stops; others wait for the next start. */
const DRAIN_MS = 4_000;
const ERROR_SILENCE_MS = 60_000;

/** Runs the jobs of a queue. A job that throws is retried; after a crash a job may run twice. */
export interface JobHandler {
  queue: QueueName;
  run(data: unknown, id: string): Promise<void>;
  /** Adds a job without data at these times (cron, UTC). */
  schedule?: string;
  /** Concurrent jobs in this process; 1 by default. */
  workers?: number;
}

export interface Workers {
  /** Polls the queues now. */
  wake(): void;
  stop(): Promise<void>;
}

export interface WorkerOptions {
  pool: Pool;
  log: FastifyBaseLogger;
  /** Wraps each job, for metrics and traces. */
  around?: (queue: QueueName, work: () => Promise<void>) => Promise<void>;
}

/** Starts working on the queues of a migrated database. Any number of processes may do so. */
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
    atMostEvery(ERROR_SILENCE_MS, (error) => log.warn({ err: error }, "jobs delayed: the job queue is unavailable")),
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
            // otherwise a worker sleeps after every job
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

/** Limits log lines while the database is unreachable and every poll fails. */
function atMostEvery<T>(ms: number, report: (value: T) => void): (value: T) => void {
  let silentUntil = 0;
  return (value) => {
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + ms;
    report(value);
  };
}
