import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import type { FeedPreview, FeedPreviewRow } from "contract/prices/feed-schema.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { rowStyle, Table } from "../../admin/table.tsx";
import { Refusals } from "../desk/refusals.tsx";

/** The content of a feed, and what a run would change now. */
export function FeedPreviewResult({ preview }: { preview: FeedPreview }) {
  const { problem, rows, refusals, columns } = preview;
  return (
    <section aria-label="Preview" className="mt-6 grid gap-6">
      <h3 className="text-md">Preview</h3>
      {problem && <ErrorBox>A run would refuse this feed: {problem}</ErrorBox>}
      {preview.read > 0 && <Counts preview={preview} />}
      {rows.length > 0 && <Rows rows={rows} />}
      {columns.length > 0 && <p className="text-sm break-words text-muted">Its columns: {columns.join(", ")}</p>}
      {refusals.length > 0 && (
        <div>
          <h4 className="mb-2 text-sm font-medium">Refused rows and ignored values</h4>
          <Refusals refusals={refusals} />
        </div>
      )}
    </section>
  );
}

function Counts({ preview }: { preview: FeedPreview }) {
  const { read, whole, considered, matched, unmatched, changed, price_changes, refused } = preview;
  const counts: [string, number][] = [
    ["Rows read", read],
    ["Games found", matched],
    ["Of no game, or not for certain", unmatched],
    ["Offers that would change", changed],
    ["Prices that would change", price_changes],
    ["Rows refused", refused],
  ];
  return (
    <div>
      <dl className="grid grid-cols-2 gap-4 rounded-lg border border-border bg-raised p-5 text-sm lg:grid-cols-6">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="figures mt-0.5 text-md">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {considered < read && (
        <p className="mt-2 text-sm text-muted">
          All but the first are counts of its first {formatCount(considered)} rows.
        </p>
      )}
      {!whole && <p className="mt-2 text-sm text-muted">The feed is longer than what a preview reads.</p>}
    </div>
  );
}

const columns = ["Line", "Product", "Title", "Price", "Regular", "In stock", "What a run makes of it"];

function Rows({ rows }: { rows: readonly FeedPreviewRow[] }) {
  return (
    <Table label="First rows" columns={columns}>
      {rows.map((row) => (
        <tr key={`${row.line} ${row.product_id}`} className={`${rowStyle} [&>td]:py-2`}>
          <td className="figures">{row.line}</td>
          <td className="break-all">{row.product_id ?? "–"}</td>
          <td className="min-w-40">{row.title ?? "–"}</td>
          <td className="figures whitespace-nowrap">{amount(row, row.price)}</td>
          <td className="figures whitespace-nowrap">{amount(row, row.regular)}</td>
          <td>{row.in_stock === null ? "–" : row.in_stock ? "Yes" : "No"}</td>
          <td className="min-w-48">
            <Outcome row={row} />
            {row.warning && <span className="block text-muted">{row.warning}</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Outcome({ row: { game, problem } }: { row: FeedPreviewRow }) {
  if (problem) return <span className="text-danger">{problem}</span>;
  if (!game) return <span className="text-muted">Waits under Matches, or was decided to be no game</span>;
  return (
    <Link
      to="/admin/{-$tab}"
      params={{ tab: "games" }}
      search={{ game: String(game.id) } as never}
      className="underline"
    >
      {game.title}
    </Link>
  );
}

const amount = ({ currency }: FeedPreviewRow, value: number | null) => (value === null ? "–" : `${value} ${currency}`);
