import type { AuditEntry } from "contract/audit/schema.ts";
import type { DashboardStats, FailingSource, SiteStatus } from "contract/dashboard/api.ts";
import type { Checklist, ChecklistKey } from "contract/dashboard/checklist.ts";
import type { Permission } from "contract/permissions.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { QueueState } from "../../platform/jobs/queue-states.ts";
import type { GameIndexState, MetricSources } from "../../platform/observability/metrics.ts";
import type { Env } from "../../platform/process/env.ts";
import type { PollRow } from "../prices/polls/queries.ts";
import { chooseSync } from "../site-config/policy-sync.ts";
import type { DashboardCounts, DatabaseStatus, Filling, readDisk } from "./queries.ts";
import type { FindNewerVersion } from "./queries-newer-version.ts";

export function toDashboardStats(
  { categories, siteConfigs, adminUsers, games, offers, history }: DashboardCounts,
  { polls, failing }: { polls: readonly PollRow[]; failing: FailingSource[] },
  recentChanges: number,
  recentActivity: AuditEntry[],
): DashboardStats {
  return {
    stats: {
      contentStrings: categories.reduce((sum, { count }) => sum + count, 0),
      contentCategories: categories.length,
      siteConfigs,
      adminUsers,
      recentChanges,
    },
    recentActivity,
    categoryCounts: categories,
    data: { games, offers, history_rows_estimate: history, polls: polls.map(toPoll), failing },
  };
}

function toPoll({ source, finishedAt, state, seen, changed, refused }: PollRow) {
  return { store: source, finished_at: finishedAt?.toISOString() ?? null, state, seen, changed, refused };
}

/** The state that the process has in memory. */
export interface Vitals extends Pick<MetricSources, "version" | "name" | "pool" | "staleSince"> {
  gameIndex(): GameIndexState;
  findNewerVersion: FindNewerVersion;
}

export interface StatusQueries {
  database: DatabaseStatus;
  queues: QueueState[];
  polls: Pick<PollRow, "source" | "state" | "startedAt">[];
  disk: Awaited<ReturnType<typeof readDisk>>;
}

/** `now` in ms since 1970, `uptime` in seconds. */
export function toSiteStatus(vitals: Vitals, queried: StatusQueries, now: number, uptime: number): SiteStatus {
  const { totalCount, idleCount, waitingCount } = vitals.pool;
  const { games, changedAt, builtAt } = vitals.gameIndex();
  const { version, sizeBytes, responseMs } = queried.database;
  return {
    version: vitals.version,
    newer_version: vitals.findNewerVersion(),
    role: vitals.name.role,
    process: vitals.name.id,
    uptime_seconds: Math.floor(uptime),
    database: {
      version,
      size_bytes: sizeBytes,
      answer_ms: responseMs,
      connections: { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount },
    },
    catalogue: {
      games,
      changed_at: new Date(changedAt).toISOString(),
      built_at: new Date(builtAt).toISOString(),
      stale_seconds: Math.round((now - (vitals.staleSince() ?? now)) / 1_000),
    },
    queues: queried.queues.map(({ oldestSeconds, ...queue }) => ({
      ...queue,
      oldest_seconds: Math.max(0, Math.round(oldestSeconds)),
    })),
    polls: queried.polls.map(({ source, state, startedAt }) => ({
      source,
      state,
      started_at: startedAt.toISOString(),
    })),
    disk: queried.disk && { free_bytes: queried.disk.freeBytes, total_bytes: queried.disk.totalBytes },
  };
}

/** The facts that the setup checklist is computed from. */
interface SetupFacts {
  /** The environment of the responding process. */
  env: Pick<Env, "demo" | "publicUrl" | "backupDir" | "catalogueSync" | "priceSync">;
  hasMail: boolean;
  settings: SiteSettings;
  /** The latest poll of each source. */
  polls: readonly Pick<PollRow, "source" | "state" | "startedAt">[];
  /** How many there are. */
  games: number;
  hasSecondFactor: boolean;
  /** Legal texts that the operator has not filled in. */
  blankTexts: number;
  filling: Filling | null;
  now: Date;
}

function toFilling({ filling, polls }: Pick<SetupFacts, "filling" | "polls">): Checklist["filling"] {
  if (!filling) return null;
  const { secondsLeft, ...counts } = filling;
  const failed = polls.filter(({ state }) => state === "failed").length;
  return { ...counts, seconds_left: Math.round(secondsLeft), failed };
}

/** The permission that an item needs; `null` = none. */
const requiredPermissions: Record<ChecklistKey, Permission | null> = {
  contact_email: "config.write",
  mail: "config.write",
  public_url: "config.write",
  backups: "config.write",
  games: "sources.write",
  prices: "sources.write",
  second_factor: null,
  sample: "config.write",
  legal: "content.write",
};

/** A source polled within this time counts as active, in this process or a worker. */
const maxPollAgeMs = 48 * 3_600_000;

/** Empty for a demo, which refuses the calls that would solve the items. */
export function toChecklist(facts: SetupFacts, permissions: ReadonlySet<Permission>): Checklist {
  const { env, settings } = facts;
  const isSample = settings["site.sample_data"];
  const keepsSample = settings["site.keep_sample"];
  const hasCatalogue = keepsSample || (!isSample && facts.games > 0);
  const sync = chooseSync(env, settings);
  const readsGames = sync.games !== "none" || isPolled(facts, isGameSource);
  const done: Record<ChecklistKey, boolean> = {
    contact_email: settings["contact.email"] !== "",
    mail: facts.hasMail,
    public_url: !isLocal(env.publicUrl),
    backups: env.backupDir !== undefined,
    games: readsGames || hasCatalogue,
    prices: sync.prices || isPolled(facts, (source) => !isGameSource(source)),
    second_factor: facts.hasSecondFactor,
    sample: hasCatalogue,
    legal: facts.blankTexts === 0,
  };
  const visible = (Object.keys(done) as ChecklistKey[]).filter((key) => {
    if (env.demo) return false;
    const required = requiredPermissions[key];
    return required === null || permissions.has(required);
  });
  return {
    items: visible.map((key) => ({ key, done: done[key] })),
    dismissed: !settings["site.setup_checklist"],
    sample: { shown: isSample, kept: keepsSample, catalogue_sync: readsGames },
    is_new: !env.demo && settings["sync.games_from"] === "" && env.catalogueSync === undefined && !hasCatalogue,
    filling: sync.games === "none" ? null : toFilling(facts),
  };
}

const isGameSource = (source: string) => source.startsWith("catalogue-");

function isPolled({ polls, now }: SetupFacts, matches: (source: string) => boolean): boolean {
  return polls.some(({ source, startedAt }) => matches(source) && now.getTime() - startedAt.getTime() < maxPollAgeMs);
}

function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
