import { formatDate } from "contract/core/dates.ts";
import type { PriceRecord } from "contract/prices/schema.ts";
import { useMoney } from "../../../api/market.ts";
import { useStores } from "../../../api/stores.ts";
import { lowsOf } from "./history-lines.ts";
import { useHistoryText } from "./history-text.ts";

/** The chart as a table, newest first, and the low of each store below. */
export function HistoryTable({ history }: { history: readonly PriceRecord[] }) {
  const text = useHistoryText();
  const { storeOf } = useStores();
  const { formatOrFree } = useMoney();
  const row = ({ recorded_at, origin, price }: PriceRecord) => (
    <tr key={recorded_at + origin} className="border-b border-border last:border-0">
      <td className="py-2">{formatDate(recorded_at)}</td>
      <td className="py-2">{storeOf(origin).name}</td>
      <td className="figures py-2 text-right">{price === null ? text("history.not_sold") : formatOrFree(price)}</td>
    </tr>
  );
  return (
    <details className="mt-4 text-sm">
      <summary className="py-2 text-muted hover:text-text">{text("history.table")}</summary>
      <table className="mt-1 w-full">
        <caption className="sr-only">{text("history.table_caption")}</caption>
        <thead>
          <tr className="border-b border-border text-left text-muted">
            <th className="py-2 font-medium">{text("history.date")}</th>
            <th className="py-2 font-medium">{text("history.store")}</th>
            <th className="py-2 text-right font-medium">{text("history.price")}</th>
          </tr>
        </thead>
        <tbody>{history.toReversed().map(row)}</tbody>
        <tfoot>
          <tr className="border-y border-border text-left text-muted">
            <th colSpan={3} scope="rowgroup" className="pt-5 pb-2 font-medium">
              {text("history.lows")}
            </th>
          </tr>
          {lowsOf(history).map(({ store, ...low }) => row({ origin: store, ...low }))}
        </tfoot>
      </table>
    </details>
  );
}
