import { formatCount } from "contract/core/counts.ts";
import type { SourceRun } from "contract/prices/source-schema.ts";
import { formatMoment } from "../../admin/moments.ts";
import { formatDuration } from "../../dashboard/amounts.ts";
import { tableStyle } from "../../stores/table-style.ts";

const counts = ["Seen", "Changed", "Unmatched", "Refused", "Closed"];

const results = { running: "Not finished", done: "Done", failed: "Failed" };

/** Runs of a source, the latest first. */
export function RunsTable({ runs }: { runs: readonly SourceRun[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section aria-label="Runs" tabIndex={0} className={`${tableStyle.box} max-h-120 overflow-y-auto`}>
      <table aria-label="Runs" className={tableStyle.table}>
        <thead className={`${tableStyle.head} sticky top-0 bg-raised`}>
          <tr>
            {["Started", "Took", "Result"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {counts.map((name) => (
              <th key={name} scope="col" className="text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={tableStyle.body}>
          {runs.map((run) => (
            <tr key={run.id} className={tableStyle.row}>
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
        </tbody>
      </table>
    </section>
  );
}
