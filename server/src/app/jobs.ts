import { shippedTexts } from "contract/content-strings/catalogue.ts";
import { accountJobs } from "../features/accounts/jobs.ts";
import { isVerifiedAddress } from "../features/accounts/queries.ts";
import { alertJobs } from "../features/alerts/jobs.ts";
import { auditJobs } from "../features/audit/jobs.ts";
import { contactJobs } from "../features/contact/jobs.ts";
import { openPollSources } from "../features/prices/polls/commands-poll-sources.ts";
import { priceJobs } from "../features/prices/polls/jobs.ts";
import { backupJobs } from "../platform/backup/jobs.ts";
import { changeLogJobs } from "../platform/db/jobs.ts";
import { limitJobs } from "../platform/http/limits/jobs.ts";
import { startWorkers, type Workers } from "../platform/jobs/work.ts";
import { mailJobs } from "../platform/mail/jobs.ts";
import type { Observation } from "../platform/observability/observe.ts";
import type { Foundation } from "./foundation.ts";

export interface Jobs {
  start(): Promise<void>;
  /** Polls the queues now. */
  wake(): void;
  close(): Promise<void>;
}

/** The jobs of a process; none in the role `web`. */
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

/** Starts all jobs: mail, polls, backups, sweeping. Any number of processes may. */
async function startAll(foundation: Foundation, observation: Observation): Promise<Workers> {
  const { db, pool, connection, ownerConnection, env, secretKey, log, settings, strings, siteName } = foundation;
  const stopping = new AbortController();
  const workers = await startWorkers({ pool, log, around: observation.aroundJob }, [
    ...mailJobs({
      env,
      secretKey,
      isVerified: (address) => isVerifiedAddress(db, address),
      siteName,
      readText(key) {
        const edited = strings.value()[key];
        return edited?.trim() ? edited : (shippedTexts[key] ?? "");
      },
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
