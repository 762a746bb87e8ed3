import type { AuditEntry } from "contract/audit/schema.ts";
import type { DashboardStats } from "contract/dashboard/api.ts";
import type { DashboardCounts } from "./queries.ts";

export function toDashboardStats(
  { categories, siteConfigs, adminUsers, games, offers, history }: DashboardCounts,
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
    // no store is polled yet
    data: { games, offers, history_rows_estimate: history, polls: [] },
  };
}
