import { sourceLanguage } from "contract/languages/language.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Connection, Db } from "../../../platform/db/connect.ts";
import { eq } from "../../../platform/db/drizzle.ts";
import { enqueue } from "../../../platform/jobs/enqueue.ts";
import type { JobHandler } from "../../../platform/jobs/work.ts";
import { type Mail, queueMails } from "../../../platform/mail/queue.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { endOverrides } from "../desk/commands-overrides.ts";
import { createHistoryMonths } from "../history/commands-months.ts";
import { endGiveaways, endSales } from "../offers/commands-giveaways.ts";
import { deleteOldReadings } from "../readings/commands-readings.ts";
import { priceSources } from "../table.ts";
import { deleteOldPolls, heldProblem, type PollSource, pollSource } from "./commands-poll.ts";
import { countOutcome, registerSources } from "./commands-sources.ts";
import { nameOfSource } from "./present-sources.ts";
import { listPollsOf, type PollRow, recentPolls } from "./queries.ts";
import { failingAfter, findSource, requireSource } from "./queries-sources.ts";
import { isDue, scheduleOf } from "./schedule.ts";

export interface PriceJobOptions extends FailureMails {
  db: Db;
  /** For the connections that hold the locks of polls. */
  connection: Connection;
  /** The sources that the site is configured for now. */
  sources: () => readonly PollSource[];
  settings: () => SiteSettings;
  /** Rereads what `sources` and `settings` follow, where it was chosen a moment ago. */
  reread?: () => Promise<unknown>;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  /** Interrupts running polls. */
  signal: AbortSignal;
}

/** For sources that are chosen later, when the site is set up. */
const minWorkers = 8;

const everyMinute = "* * * * *";

/**
 * Polls the sources on the schedules of the site's settings, in any process with free workers; ends giveaways and
 * overrides, and creates partitions for the coming months.
 */
export function priceJobs(options: PriceJobOptions): JobHandler[] {
  const { db, sources } = options;
  const giveaways: JobHandler = {
    queue: "end-giveaways",
    schedule: everyMinute,
    async run() {
      await endGiveaways(db, new Date());
      await endSales(db, new Date());
    },
  };
  const overrides: JobHandler = {
    queue: "end-overrides",
    schedule: everyMinute,
    run: async () => void (await endOverrides(db, new Date())),
  };
  const maintenance: JobHandler = {
    queue: "price-history-months",
    schedule: "41 3 * * *",
    run: async () => {
      await createHistoryMonths(db, new Date());
      await deleteOldPolls(db, new Date());
      await deleteOldReadings(db, new Date());
    },
  };
  const polls: JobHandler = {
    queue: "price-polls",
    schedule: everyMinute,
    // one more than sources, to check what is due
    workers: Math.max(sources().length, minWorkers) + 1,
    run: async (data) => {
      const { source: name, chosen } = (data ?? {}) as { source?: string; chosen?: boolean };
      if (chosen) await options.reread?.();
      if (name === undefined) return queueDuePolls(options);
      const source = sources().find(({ key }) => key === name);
      // a source of another process is found by that process within a minute
      if (source) await pollWhenDue(source, options);
    },
  };
  return [giveaways, overrides, maintenance, polls];
}

async function queueDuePolls(options: PriceJobOptions): Promise<void> {
  const { db, sources } = options;
  await registerSources(db, sources(), new Date());
  await queueDue(sources(), options);
}

/** Queues those of the sources that are due. */
async function queueDue(sources: readonly PollSource[], options: PriceJobOptions): Promise<void> {
  const { db } = options;
  const due: { source: string }[] = [];
  for (const source of sources) {
    const polls = await listPollsOf(db, source.key, recentPolls);
    if (await isSourceDue(db, source, polls, options)) due.push({ source: source.key });
  }
  await enqueue(db, "price-polls", due);
}

/** On its schedule, or early because something to read was added that the last poll could not find. */
async function isSourceDue(
  db: Db,
  source: PollSource,
  polls: readonly PollRow[],
  { settings }: Pick<PriceJobOptions, "settings">,
): Promise<boolean> {
  const now = new Date();
  const { hours } = scheduleOf(settings(), source.key);
  const orders = await findSource(db, source.key);
  if (isDue(polls, hours, orders, now)) return true;
  const [last] = polls;
  if (hours === 0 || orders?.paused || last?.state !== "done") return false;
  return (await source.isWaiting?.(db, last, now)) ?? false;
}

/** In the transaction that added games or apps: queues the sources that had nothing to read without them. */
async function queueWaiting(tx: Db, options: PriceJobOptions): Promise<void> {
  const waiting: { source: string }[] = [];
  for (const source of options.sources()) {
    if (!source.isWaiting) continue;
    const polls = await listPollsOf(tx, source.key, recentPolls);
    if (polls[0]?.state === "done" && (await isSourceDue(tx, source, polls, options))) {
      waiting.push({ source: source.key });
    }
  }
  await enqueue(tx, "price-polls", waiting);
}

/** Logs only when a source begins to fail and when it recovers. */
async function pollWhenDue(source: PollSource, options: PriceJobOptions): Promise<void> {
  const { db, connection, log, signal } = options;
  const clock = () => new Date();
  let before: PollRow | undefined;
  const poll = await pollSource(db, source, {
    connection,
    clock,
    signal,
    isDue: async (polls) => {
      before = polls.find(({ state }) => state !== "running");
      return isSourceDue(db, source, polls, options);
    },
    ...(source.fills && { onChanges: (tx: Db) => queueWaiting(tx, options) }),
    isPaused: async () => (await findSource(db, source.key))?.paused ?? false,
    onEnd: (tx, ended, now) => recordOutcome(tx, ended, options, now),
  });
  if (!poll || poll.state === "running") return;
  if (poll.problem !== null && !before?.problem) log.warn(`failed to read ${source.key} completely: ${poll.problem}`);
  if (poll.problem === null && before?.problem) log.info(`${source.key} recovered`);
  // whoever was to poll it while this process still held the lock could not
  await queueDue([source], options);
}

export interface FailureMails {
  /** The recipients of mails about failing sources. */
  listOperators(tx: Db): Promise<Pick<Mail, "to" | "addressee" | "reason">[]>;
  secretKey: SecretKey;
}

/**
 * Counts the outcome of a poll, and queues mails about the third failure in a row, once until the source recovers.
 * While there is nobody to mail, later failures try again.
 */
export async function recordOutcome(tx: Db, poll: PollRow, mails: FailureMails, now: Date): Promise<void> {
  const counted = await countOutcome(tx, poll);
  if (!counted || counted.reportedAt) return;
  // a held reading needs a person at once
  const isHeld = poll.problem?.startsWith(heldProblem) ?? false;
  if (counted.failures < failingAfter && !isHeld) return;
  const operators = await mails.listOperators(tx);
  if (operators.length === 0) return;
  await tx.update(priceSources).set({ reportedAt: now }).where(eq(priceSources.id, counted.id));
  const name = nameOfSource(await requireSource(tx, poll.source));
  const content = {
    subject: isHeld ? `A reading of ${name} is held` : `${name} could not be read ${counted.failures} times in a row`,
    paragraphs: [
      isHeld
        ? `The prices of ${name} collapsed, so {brand} applied none of them until someone checks the reading.`
        : `{brand} could not read ${name} ${counted.failures} times in a row. Its prices and games stay as they were.`,
      `The last attempt: ${poll.problem}`,
      "The site keeps trying. There is no further mail about this source until it has recovered and fails again.",
    ],
    action: { label: "Open the source", path: `/admin/sources?source=${poll.source}` },
  };
  await queueMails(
    tx,
    operators.map((operator) => ({ ...operator, ...content, language: sourceLanguage })),
    mails.secretKey,
  );
}
