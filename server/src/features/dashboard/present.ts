import type { AuditEntry } from "contract/audit/schema.ts";
import type { DashboardStats, FailingSource, SiteStatus } from "contract/dashboard/api.ts";
import type { QueueState } from "../../platform/jobs/queue-states.ts";
import type { GameIndexState, MetricSources } from "../../platform/observability/metrics.ts";
import type { PollRow } from "../prices/polls/queries.ts";
import type { DashboardCounts, DatabaseStatus, readDisk } from "./queries.ts";

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
