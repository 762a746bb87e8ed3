import { formatCount } from "contract/core/counts.ts";
import type { Insights } from "contract/insights/api.ts";
import { useStores } from "../../api/stores.ts";
import { formatMoment } from "../admin/moments.ts";
import { Card } from "../dashboard/card.tsx";
import { NumberTable } from "./number-table.tsx";

/** How many prices are stale, by store and market. */
export function Freshness({ freshness: { stale, offers, stale_days, places } }: Pick<Insights, "freshness">) {
  const { storeOf } = useStores();
  return (
    <Card title="Price Freshness">
      <p className="mt-1 text-sm">
        {stale === 0
          ? `All ${formatCount(offers)} offers were seen within ${stale_days} days.`
          : `${formatCount(stale)} of ${formatCount(offers)} offers not seen for ${stale_days} days.`}
      </p>
      <NumberTable
        label="Offers not seen lately"
        columns={["Store", "Country", "Offers", "Not seen", "Oldest"]}
        rows={places}
        rowKey={({ store, country }) => `${store} ${country}`}
        cells={({ store, country, offers, stale, oldest_seen_at }) => [
          storeOf(store).name,
          country,
          offers,
          stale,
          formatMoment(oldest_seen_at),
        ]}
        empty="There are no offers yet."
      />
    </Card>
  );
}
