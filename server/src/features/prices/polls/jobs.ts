import { type SiteSettings, shippedSettings } from "contract/site-config/catalogue.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Connection, Db } from "../../../platform/db/connect.ts";
import { enqueue } from "../../../platform/jobs/enqueue.ts";
import type { JobHandler } from "../../../platform/jobs/work.ts";
import { createHistoryMonths } from "../history/commands-months.ts";
import { endGiveaways } from "../offers/commands-giveaways.ts";
import { forgetOldPolls, type PollSource, pollSource } from "./commands-poll.ts";
import { listPollsOf, type PollRow } from "./queries.ts";

export interface PriceJobOptions {
  db: Db;
  /** For the connections that say who polls. */
  connection: Connection;
  /** Those that the site is set up for; empty where prices are not polled. */
  sources: readonly PollSource[];
  settings: () => SiteSettings;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  /** Ends the polls that run. */
  signal: AbortSignal;
}

const everyMinute = "* * * * *";
const hourMs = 3_600_000;
/**
 * How long a source is left alone after it failed once; twice as long after each further failure, up to its schedule.
 */
const firstPauseMs = 10 * 60_000;
/** So many polls tell how often a source has failed in a row. */
const recentPolls = 10;

/**
 * Polls the sources on the schedules of the site's settings, in whatever process finds the time; ends giveaways and
 * makes room for the months to come.
 */
export function priceJobs(options: PriceJobOptions): JobHandler[] {
  const { db, sources } = options;
  const giveaways: JobHandler = {
    queue: "end-giveaways",
    schedule: everyMinute,
    run: async () => void (await endGiveaways(db, new Date())),
  };
  const upkeep: JobHandler = {
    queue: "price-history-months",
    schedule: "41 3 * * *",
    run: async () => {
      await createHistoryMonths(db, new Date());
      await forgetOldPolls(db, new Date());
    },
  };
  if (sources.length === 0) return [giveaways, upkeep];
  const polls: JobHandler = {
    queue: "price-polls",
    schedule: everyMinute,
    // one more than can be at work, which looks what is due
    workers: sources.length + 1,
    run: async (data) => {
      const name = (data as { source?: string } | null)?.source;
      if (name === undefined) return queueDuePolls(options);
      const source = sources.find(({ key }) => key === name);
      // one that only another process is set up for is found by that process in its next minute
      if (source) await pollWhenDue(source, options);
    },
  };
  return [giveaways, upkeep, polls];
}

async function queueDuePolls({ db, sources, settings }: PriceJobOptions): Promise<void> {
  const due: { source: string }[] = [];
  for (const { key } of sources) {
    const polls = await listPollsOf(db, key, recentPolls);
    if (isDue(polls, hoursOf(settings(), key), new Date())) due.push({ source: key });
  }
  await enqueue(db, "price-polls", due);
}

/** Says aloud when a source begins to fail and when it has recovered, and is quiet in between. */
async function pollWhenDue(source: PollSource, options: PriceJobOptions): Promise<void> {
  const { db, connection, settings, log, signal } = options;
  const clock = () => new Date();
  let before: PollRow | undefined;
  const poll = await pollSource(db, source, {
    connection,
    clock,
    signal,
    isDue: (polls) => {
      before = polls.find(({ state }) => state !== "running");
      return isDue(polls, hoursOf(settings(), source.key), clock());
    },
  });
  if (!poll || poll.state === "running") return;
  if (poll.problem !== null && !before?.problem) log.warn(`no whole reading of ${source.key}: ${poll.problem}`);
  if (poll.problem === null && before?.problem) log.info(`${source.key} is read again`);
}

/** The schedule of a source; settings have names of letters, digits and `_`. */
function hoursOf(settings: SiteSettings, source: string): number {
  const key = `sync.${source.replaceAll("-", "_")}`;
  return key in shippedSettings ? Number(settings[key as keyof SiteSettings]) : 0;
}

/**
 * Whether a source is to be polled now. `polls` are its latest, the last one first; `hours` is its schedule, 0 = never.
 * One that broke off is gone on with, one that failed is tried again before its time.
 */
export function isDue(polls: readonly PollRow[], hours: number, now: Date): boolean {
  const [last] = polls;
  if (hours === 0) return false;
  if (!last || last.state === "running") return true;
  const pause = hours * hourMs;
  if (last.state === "done") return now.getTime() >= last.startedAt.getTime() + pause;
  const succeeded = polls.findIndex(({ state }) => state === "done");
  const failures = succeeded === -1 ? polls.length : succeeded;
  return now.getTime() >= last.finishedAt!.getTime() + Math.min(pause, firstPauseMs * 2 ** (failures - 1));
}
