import { formatCount } from "contract/core/counts.ts";
import type { DashboardStats } from "contract/dashboard/api.ts";
import { Card } from "./card.tsx";

/** Texts by category as bars relative to the largest. */
export function CategoryBars({ counts }: { counts: DashboardStats["categoryCounts"] }) {
  const largest = Math.max(...counts.map(({ count }) => count));
  return (
    <Card title="Content by Category">
      {counts.length === 0 && <p className="mt-3 text-muted">There are no content strings.</p>}
      <ul className="mt-3 grid gap-2 text-sm">
        {counts.map(({ category, count }) => (
          <li key={category} className="grid grid-cols-[8rem_minmax(0,1fr)_3rem] items-center gap-3">
            <span className="truncate" title={category}>
              {category}
            </span>
            <span aria-hidden className="h-2.5 rounded-sm bg-sunken">
              <span className="block h-full rounded-sm bg-accent" style={{ width: `${(count / largest) * 100}%` }} />
            </span>
            <span className="figures text-right text-muted">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
