import { formatDate } from "contract/core/dates.ts";
import type { Insights } from "contract/insights/api.ts";
import { Card } from "../dashboard/card.tsx";
import { DayChart } from "./day-chart.tsx";
import { NumberTable } from "./number-table.tsx";

/** Searches without results: games that the catalogue may lack. */
export function EmptySearches({ searches }: { searches: Insights["searches"] }) {
  return (
    <Card title="Searches Without Results">
      <div className="mt-3">
        <DayChart label="Searches without results by day" days={searches.by_day} />
      </div>
      <NumberTable
        label="Searches without results"
        columns={["Search", "Times", "Last"]}
        rows={searches.texts}
        rowKey={({ search }) => search}
        cells={({ search, searches, last_day }) => [search, searches, formatDate(last_day)]}
        empty="Every search has found something in this period."
      />
    </Card>
  );
}
