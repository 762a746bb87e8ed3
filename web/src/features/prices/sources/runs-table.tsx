import { formatCount } from "contract/core/counts.ts";
import type { SourceRun } from "contract/prices/source-schema.ts";
import { formatMoment } from "../../admin/moments.ts";
import { rowStyle, Table } from "../../admin/table.tsx";
import { formatDuration } from "../../dashboard/amounts.ts";

const counts = ["Seen", "Changed", "Unmatched", "Refused", "Closed"];
const columns = ["Started", "Took", "Result", ...counts.map((head) => ({ head, count: true }))];

const results = { running: "Not finished", done: "Done", failed: "Failed" };

/** Runs of a source, the latest first. */
export function RunsTable({ runs }: { runs: readonly SourceRun[] }) {
  return (
    <Table label="Runs" height="max-h-120" columns={columns}>
      {runs.map((run) => (
        <tr key={run.id} className={rowStyle}>
          <td className="whitespace-nowrap">{formatMoment(run.started_at)}</td>
          <td className="whitespace-nowrap">
            {run.duration_seconds === null ? "–" : formatDuration(run.duration_seconds)}
          </td>
          <td className={run.problem ? "text-danger" : ""}>{run.problem ?? results[run.state]}</td>
          {[run.seen, run.changed, run.unmatched, run.refused, run.closed].map((count, index) => (
            <td key={counts[index]} className="figures text-right">
              {formatCount(count)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
