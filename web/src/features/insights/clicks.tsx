import type { Insights } from "contract/insights/api.ts";
import { useStores } from "../../api/stores.ts";
import { Card } from "../dashboard/card.tsx";
import { DayChart } from "./day-chart.tsx";
import { GameName } from "./game-name.tsx";
import { NumberTable } from "./number-table.tsx";

/** Visitors who went to a store. */
export function Clicks({ clicks }: { clicks: Insights["clicks"] }) {
  const { storeOf } = useStores();
  return (
    <Card title="Clicks to Stores">
      <div className="mt-3">
        <DayChart label="Clicks to stores by day" days={clicks.by_day} />
      </div>
      <NumberTable
        label="Clicks by store"
        columns={["Store", "Clicks"]}
        rows={clicks.by_store}
        rowKey={({ store }) => store}
        cells={({ store, clicks }) => [storeOf(store).name, clicks]}
        empty="Nobody has gone to a store in this period."
      />
      {clicks.by_game.length > 0 && (
        <NumberTable
          label="Clicks by game"
          columns={["Game", "Clicks"]}
          rows={clicks.by_game}
          rowKey={({ game }) => game.id}
          cells={({ game, clicks }) => [<GameName key="game" game={game} />, clicks]}
          empty=""
        />
      )}
    </Card>
  );
}
