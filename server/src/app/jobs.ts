import { accountJobs } from "../accounts/jobs.ts";
import { isVerifiedAddress } from "../accounts/queries.ts";
import { alertJobs } from "../alerts/jobs.ts";
import { auditJobs } from "../audit/jobs.ts";
import { backupJobs } from "../backup/jobs.ts";
import { contactJobs } from "../contact/jobs.ts";
import { changeLogJobs } from "../db/jobs.ts";
import { limitJobs } from "../http/jobs.ts";
import { startWorkers, type Workers } from "../jobs/work.ts";
import { mailJobs } from "../mail/jobs.ts";
import type { Observation } from "../observability/observe.ts";
import { openPollSources } from "../prices/commands-poll-sources.ts";
import { priceJobs } from "../prices/jobs.ts";
import type { Foundation } from "./foundation.ts";

export interface Jobs {
  /** Begins, in a process that does jobs. */
  start(): Promise<void>;
  /** Looks for jobs now instead of at the next poll. */
  wake(): void;
  close(): Promise<void>;
}

/** The jobs of a process, none where only visitors are answered. Nothing begins before `start`. */
export function openJobs(foundation: Foundation, observation: Observation): Jobs {
  const { env } = foundation;
  let workers: Workers | null = null;

  async function start(): Promise<void> {
    if (env.role !== "web") workers = await startAll(foundation, observation);
  }

  async function stop(): Promise<void> {
    await workers?.stop();
    workers = null;
  }

  return {
    start,
    wake: () => workers?.wake(),
    close: stop,
  };
}

/** Starts whatever is done without anybody waiting for it: mail, polls, backups, sweeping. Any number of processes may. */
async function startAll(foundation: Foundation, observation: Observation): Promise<Workers> {
  const { db, pool, connection, ownerConnection, env, secretKey, log, settings, siteName } = foundation;
  const stopping = new AbortController();
  const workers = await startWorkers({ pool, log, around: observation.aroundJob }, [
    ...mailJobs({
      env,
      secretKey,
      isVerified: (address) => isVerifiedAddress(db, address),
      siteName,
      log,
      onOutcome: observation.countMail,
    }),
    ...accountJobs(db, secretKey),
    ...alertJobs({ db, secretKey, maxPerDay: () => settings.value()["alerts.max_mails_per_day"] }),
    ...auditJobs(db, log),
    ...limitJobs(db),
    ...contactJobs(db, () => settings.value()["privacy.contact_origin_days"]),
    ...backupJobs({ connection: ownerConnection, env, log }),
    ...changeLogJobs(pool),
    ...priceJobs({
      db,
      connection,
      sources: env.priceSync ? openPollSources(db, env) : [],
      settings: settings.value,
      log,
      signal: stopping.signal,
    }),
  ]);
  return {
    wake: workers.wake,
    stop() {
      stopping.abort();
      return workers.stop();
    },
  };
}
