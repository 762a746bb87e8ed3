import { useQuery } from "@tanstack/react-query";
import { formatCount } from "contract/core/counts.ts";
import { useAdminCall } from "./admin-call.ts";
import { statsQuery } from "./queries.ts";

/** Counts in the sidebar (spec/administration 2.1); dashes on failure. */
export function QuickStats() {
  const stats = useQuery(statsQuery(useAdminCall())).data?.stats;
  const counts = [
    ["Content Strings", stats?.contentStrings],
    ["Site Configs", stats?.siteConfigs],
    ["Admin Users", stats?.adminUsers],
  ] as const;
  return (
    <section aria-labelledby="quick-stats" className="border-t border-border px-3 pt-4">
      <h2 id="quick-stats" className="text-sm text-muted">
        Quick Stats
      </h2>
      <dl className="mt-2 grid gap-1 text-sm">
        {counts.map(([name, count]) => (
          <div key={name} className="flex justify-between gap-2">
            <dt>{name}</dt>
            <dd className="figures font-medium">{count === undefined ? "–" : formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
