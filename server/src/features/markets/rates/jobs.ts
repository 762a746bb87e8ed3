import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import type { JobHandler } from "../../../platform/jobs/work.ts";
import { fetchRates, type RatesClient } from "./commands-rates.ts";
import { findLastFetch } from "./queries-rates.ts";

export interface RateJobOptions {
  db: Db;
  /** Where the rates are (ECB_RATES_URL). */
  url: string;
  client: RatesClient;
  settings: () => SiteSettings;
  /** Whether the site reads prices now; always by default. */
  isOn?: () => boolean;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  /** Aborts a running fetch. */
  signal: AbortSignal;
  clock?: () => Date;
}

const hourMs = 3_600_000;

/**
 * Fetches the exchange rates on the schedule of the setting `sync.exchange_rates`; retries every ten minutes after a
 * failure, which is logged once.
 */
export function rateJobs(options: RateJobOptions): JobHandler[] {
  const { db, settings, isOn = () => true, log, signal, clock = () => new Date() } = options;
  let isFailing = false;
  const run = async () => {
    if (!isOn()) return;
    const now = clock();
    if (!isDue(await findLastFetch(db), settings()["sync.exchange_rates"], now)) return;
    try {
      await fetchRates(db, { ...options, now });
      if (isFailing) log.info("exchange rates are available again");
      isFailing = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!isFailing) log.warn(`failed to fetch exchange rates: ${error instanceof Error ? error.message : error}`);
      isFailing = true;
    }
  };
  return [{ queue: "exchange-rates", schedule: "*/10 * * * *", run }];
}

/** `hours` from one fetch to the next; 0 = never. */
function isDue(lastFetch: Date | null, hours: number, now: Date): boolean {
  return hours > 0 && (!lastFetch || now.getTime() >= lastFetch.getTime() + hours * hourMs);
}
