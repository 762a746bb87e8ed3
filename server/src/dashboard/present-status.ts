import type { SiteStatus } from "contract/dashboard/status.ts";
import type { QueueState } from "../jobs/queue-states.ts";
import type { CatalogueState, MetricSources } from "../observability/metrics.ts";
import type { PollRow } from "../prices/queries-poll.ts";
import type { DatabaseStatus, readDisk } from "./queries-status.ts";

/** What the process knows of itself without asking anybody. */
export interface Vitals extends Pick<MetricSources, "version" | "name" | "pool" | "staleSince"> {
  catalogue(): CatalogueState;
}

export interface AskedStatus {
  database: DatabaseStatus;
  queues: QueueState[];
  polls: Pick<PollRow, "source" | "state" | "startedAt">[];
  disk: Awaited<ReturnType<typeof readDisk>>;
}

/** `now` in ms since 1970, `uptime` in seconds. */
export function toSiteStatus(vitals: Vitals, asked: AskedStatus, now: number, uptime: number): SiteStatus {
  const { totalCount, idleCount, waitingCount } = vitals.pool;
  const { games, changedAt, builtAt } = vitals.catalogue();
  const { version, sizeBytes, answerMs } = asked.database;
  return {
    version: vitals.version,
    role: vitals.name.role,
    process: vitals.name.id,
    uptime_seconds: Math.floor(uptime),
    database: {
      version,
      size_bytes: sizeBytes,
      answer_ms: answerMs,
      connections: { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount },
    },
    catalogue: {
      games,
      changed_at: new Date(changedAt).toISOString(),
      built_at: new Date(builtAt).toISOString(),
      stale_seconds: Math.round((now - (vitals.staleSince() ?? now)) / 1_000),
    },
    queues: asked.queues.map(({ oldestSeconds, ...queue }) => ({
      ...queue,
      oldest_seconds: Math.max(0, Math.round(oldestSeconds)),
    })),
    polls: asked.polls.map(({ source, state, startedAt }) => ({ source, state, started_at: startedAt.toISOString() })),
    disk: asked.disk && { free_bytes: asked.disk.freeBytes, total_bytes: asked.disk.totalBytes },
  };
}
