import { brand } from "contract/brand.ts";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { QueueState } from "../jobs/queue-states.ts";
import type { MailOutcome } from "../mail/deliver.ts";
import type { ProcessName } from "../process/process-name.ts";
import type { ServedRequest } from "./requests.ts";

/** The last poll of a price source. */
interface PollState {
  source: string;
  store: string;
  state: string;
  startedAt: Date;
}

/** The state of the catalogue in memory; times in ms since 1970. */
export interface GameIndexState {
  games: number;
  builtAt: number;
  changedAt: number;
  /** The duration of the last build. */
  buildMs: number;
  /** Since the start, like `deltas`. */
  builds: number;
  /** Changes that were merged without a rebuild. */
  deltas: number;
  /** Markets whose prices are in memory, and how much of it they take. */
  books: number;
  bookBytes: number;
}

export interface MetricSources {
  version: string;
  name: ProcessName;
  pool: { totalCount: number; idleCount: number; waitingCount: number };
  /** `null` in a process without one. */
  gameIndex: (() => GameIndexState) | null;
  /** `null` without one. */
  isDatabaseUnreachable(): boolean;
  /** Since when changes may have been missed, in ms since 1970; `null` = none was. */
  staleSince(): number | null;
  listQueues(): Promise<QueueState[]>;
  listPolls(): Promise<PollState[]>;
}

export interface Metrics {
  contentType: string;
  observeRequest(request: ServedRequest): void;
  observeJob(queue: string, outcome: "done" | "failed", ms: number): void;
  countMail(outcome: MailOutcome): void;
  /** In Prometheus' text format. Never fails: without the database its metrics are missing. */
  read(): Promise<string>;
}

type MakeGauge = <Label extends string>(name: string, help: string, labelNames?: Label[]) => Gauge<Label>;

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobBuckets = [0.01, 0.1, 1, 10, 60, 600];

/** The metrics of the process and its site. Gauges are read on demand. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const gauge: MakeGauge = (name, help, labelNames = []) =>
    new Gauge({ name: `${brand.slug}_${name}`, help, labelNames, registers });
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: `${brand.slug}_http_request_duration_seconds`,
    help: "Answered requests by the pattern of their route",
    labelNames: ["method", "route", "status"],
    buckets: requestBuckets,
    registers,
  });
  const jobs = new Histogram({
    name: `${brand.slug}_job_duration_seconds`,
    help: "Jobs that this process has worked on; a failed one may be tried again",
    labelNames: ["queue", "outcome"],
    buckets: jobBuckets,
    registers,
  });
  const mails = new Counter({
    name: `${brand.slug}_mails_total`,
    help: "Mails that this process handed over: sent, refused for good, failed and to be tried again, or dropped",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["sent", "refused", "failed", "dropped"]) mails.inc({ outcome }, 0);

  const { version, name } = sources;
  const infoLabels = { version, role: name.role, process: name.id };
  gauge("info", "The version that runs, and as what", ["version", "role", "process"]).set(infoLabels, 1);
  const databaseUp = gauge("database_up", "Whether the database responds");
  const staleSeconds = gauge("stale_seconds", "For how long changes may have been missed; 0 = none was");
  const connections = gauge("database_connections", "Connections of the pool", ["state"]);
  const waiting = gauge("database_waiting", "Callers that wait for a connection of the pool");
  const readGameIndex = sources.gameIndex && describeGameIndex(gauge, sources.gameIndex);
  const queueJobs = gauge("queue_jobs", "Jobs of a queue", ["queue", "state"]);
  const queueOldest = gauge("queue_oldest_seconds", "Since the job that waits longest was added", ["queue"]);
  const pollTime = gauge("poll_started_timestamp_seconds", "When a price source was last polled", ["source", "store"]);
  const pollState = gauge("poll_state", "1 for the state of a source's last poll", ["source", "store", "state"]);

  function readProcess() {
    const now = Date.now();
    const { totalCount, idleCount, waitingCount } = sources.pool;
    databaseUp.set(sources.isDatabaseUnreachable() ? 0 : 1);
    staleSeconds.set((now - (sources.staleSince() ?? now)) / 1_000);
    connections.set({ state: "busy" }, totalCount - idleCount);
    connections.set({ state: "idle" }, idleCount);
    waiting.set(waitingCount);
    readGameIndex?.(now);
  }

  async function readQueues() {
    const states = await sources.listQueues();
    for (const { queue, waiting, active, failed, oldestSeconds } of states) {
      queueJobs.set({ queue, state: "waiting" }, waiting);
      queueJobs.set({ queue, state: "active" }, active);
      queueJobs.set({ queue, state: "failed" }, failed);
      queueOldest.set({ queue }, oldestSeconds);
    }
  }

  async function readPolls() {
    for (const { source, store, state, startedAt } of await sources.listPolls()) {
      pollTime.set({ source, store }, startedAt.getTime() / 1_000);
      pollState.set({ source, store, state }, 1);
    }
  }

  return {
    contentType: registry.contentType,
    observeRequest: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1_000),
    observeJob: (queue, outcome, ms) => jobs.observe({ queue, outcome }, ms / 1_000),
    countMail: (outcome) => mails.inc({ outcome }),
    async read() {
      readProcess();
      for (const each of [queueJobs, queueOldest, pollTime, pollState]) each.reset();
      await Promise.allSettled([readQueues(), readPolls()]);
      return registry.metrics();
    },
  };
}

/** Returns a function that updates the gauges, given the time in ms since 1970. */
function describeGameIndex(gauge: MakeGauge, state: () => GameIndexState): (now: number) => void {
  const games = gauge("catalogue_games", "Games of the catalogue in memory");
  const age = gauge("catalogue_age_seconds", "Since the catalogue in memory was rebuilt");
  const changeAge = gauge("catalogue_change_age_seconds", "Since the catalogue in memory last changed");
  const buildSeconds = gauge("catalogue_build_seconds", "How long the last building took");
  const builds = gauge("catalogue_builds", "How often the catalogue was built since the start");
  const deltas = gauge("catalogue_deltas", "Changes merged into the catalogue since the start");
  const books = gauge("price_books", "Markets whose prices are in memory");
  const bookBytes = gauge("price_books_bytes", "Memory of these prices");
  return (now) => {
    const gameIndex = state();
    games.set(gameIndex.games);
    age.set((now - gameIndex.builtAt) / 1_000);
    changeAge.set((now - gameIndex.changedAt) / 1_000);
    buildSeconds.set(gameIndex.buildMs / 1_000);
    builds.set(gameIndex.builds);
    deltas.set(gameIndex.deltas);
    books.set(gameIndex.books);
    bookBytes.set(gameIndex.bookBytes);
  };
}
