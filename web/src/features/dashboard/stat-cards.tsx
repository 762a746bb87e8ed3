import { formatCount } from "contract/core/counts.ts";
import type { DashboardStats } from "contract/dashboard/api.ts";

/** The four counts of the dashboard. */
export function StatCards({ stats }: { stats: DashboardStats["stats"] }) {
  const { contentStrings, contentCategories, siteConfigs, adminUsers, recentChanges } = stats;
  const categories = `in ${contentCategories} ${contentCategories === 1 ? "category" : "categories"}`;
  return (
    <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard name="Content Strings" value={contentStrings} note={categories} />
      <StatCard name="Site Configurations" value={siteConfigs} />
      <StatCard name="Admin Users" value={adminUsers} />
      <StatCard name="Recent Changes" value={recentChanges} note="in the last 7 days" />
    </dl>
  );
}

function StatCard({ name, value, note }: { name: string; value: number; note?: string }) {
  return (
    <div className="rounded-lg border border-border bg-raised p-5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1">
        <span className="figures text-2xl font-semibold">{formatCount(value)}</span>
        {note && <span className="block text-sm text-muted">{note}</span>}
      </dd>
    </div>
  );
}
