import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import type { FileImport, ImportSummary as Summary } from "contract/imports/schema.ts";
import Download from "lucide-react/icons/download";
import { Button } from "../../ui/button.tsx";
import { rowStyle, Table } from "../admin/table.tsx";

interface ImportSummaryProps {
  one: FileImport;
  summary: Summary;
  onSave: () => void;
}

/** What a file would change or has changed, and its rejected rows. */
export function ImportSummary({ one, summary, onSave }: ImportSummaryProps) {
  const { unknown_fields, unmatched, sample_removed, prices_left_out, examples } = summary;
  return (
    <section aria-label={`What ${one.name} changes`} className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-4">
        {countsOf(one, summary).map(([what, count]) => (
          <div key={what}>
            <dt className="text-muted">{what}</dt>
            <dd className="figures text-lg">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {unmatched > 0 && one.applied_at && (
        <p className="text-sm text-muted">
          Products that may be games wait under{" "}
          <Link to="/admin/{-$tab}" params={{ tab: "matches" }} className="text-accent-text hover:underline">
            Matches
          </Link>
          .
        </p>
      )}
      {sample_removed > 0 && (
        <p className="text-sm text-muted">{formatCount(sample_removed)} games of the bundled sample leave.</p>
      )}
      {prices_left_out > 0 && (
        <p className="text-sm text-muted">
          {formatCount(prices_left_out)} {prices_left_out === 1 ? "offer is" : "offers are"} left out: prices and links
          need the permission prices.write.
        </p>
      )}
      {unknown_fields.length > 0 && (
        <p className="text-sm break-words text-muted">Ignored unknown fields: {unknown_fields.join(", ")}</p>
      )}
      {examples.length > 0 && <RejectedRows one={one} summary={summary} onSave={onSave} />}
    </section>
  );
}

function countsOf({ kind }: FileImport, summary: Summary): [string, number][] {
  const { read, added, changed, unchanged, rejected, ignored, repeated, price_changes, foreign, unmatched } = summary;
  const what = kind === "games" ? "games" : "offers";
  return [
    ["Rows", read],
    [`New ${what}`, added],
    [`Changed ${what}`, changed],
    [`Unchanged ${what}`, unchanged],
    ["Prices changed", price_changes],
    ["Rows rejected", rejected],
    ["Values ignored", ignored],
    ["Rows repeated", repeated],
    ...(kind === "prices"
      ? ([
          ["Of no game for certain", unmatched],
          ["For other machines or regions", foreign],
        ] as [string, number][])
      : []),
  ];
}

function RejectedRows({ one, summary, onSave }: ImportSummaryProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <Table label="Rows that stay out or lose a value" height="max-h-72" columns={["Row", "Field", "Reason"]}>
          {summary.examples.map(({ row, field, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never move
            <tr key={index} className={rowStyle}>
              <td className="whitespace-nowrap">{row}</td>
              <td>{field ?? "–"}</td>
              <td className="py-2 break-words">{reason}</td>
            </tr>
          ))}
        </Table>
      </div>
      {one.rejected_rows && (
        <Button size="small" onClick={onSave}>
          <Download aria-hidden className="size-4" />
          All of them as CSV
        </Button>
      )}
    </div>
  );
}
