import type { AuditEntry } from "contract/audit/schema.ts";
import type { DashboardStats } from "contract/dashboard/api.ts";
import type { PollRow } from "../prices/queries-poll.ts";
import type { DashboardCounts } from "./queries.ts";

export function toDashboardStats(
  { categories, siteConfigs, adminUsers, games, offers, history }: DashboardCounts,
  polls: readonly PollRow[],
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
    data: { games, offers, history_rows_estimate: history, polls: polls.map(toPoll) },
  };
}

function toPoll({ source, finishedAt, state, seen, changed, refused }: PollRow) {
  return { store: source, finished_at: finishedAt?.toISOString() ?? null, state, seen, changed, refused };
}
