import { formatCount } from "contract/core/counts.ts";
import type { DashboardStats } from "contract/dashboard/api.ts";
import { formatMoment } from "../admin/moments.ts";
import { type Column, Table } from "../admin/table.tsx";
import { Card } from "./card.tsx";

type Data = DashboardStats["data"];

/** The size of the catalogue and the last polls, read-only. */
export function DataCard({ data }: { data: Data }) {
  const counts = [
    ["Games", data.games],
    ["Offers", data.offers],
    ["Price records (about)", data.history_rows_estimate],
  ] as const;
  return (
    <Card title="Data">
      <dl className="mt-3 grid grid-cols-3 gap-4 text-sm">
        {counts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="figures text-lg font-semibold">{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      {data.polls.length === 0 ? (
        <p className="mt-4 text-sm text-muted">No store has been polled yet.</p>
      ) : (
        <div className="mt-4">
          <Table bare label="Last polls" columns={pollColumns} rows={data.polls} rowKey={({ store }) => store} />
        </div>
      )}
    </Card>
  );
}

const pollColumns: Column<Data["polls"][number]>[] = [
  { head: "Store", cell: ({ store }) => store },
  { head: "Last Poll", cell: ({ finished_at }) => formatMoment(finished_at) },
  { head: "State", cell: ({ state }) => state },
  { head: "Seen", count: true, cell: ({ seen }) => formatCount(seen) },
  { head: "Changed", count: true, cell: ({ changed }) => formatCount(changed) },
  { head: "Refused", count: true, cell: ({ refused }) => formatCount(refused) },
];
