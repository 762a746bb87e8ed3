import { formatCount } from "contract/core/counts.ts";
import type { DashboardStats } from "contract/dashboard/api.ts";
import { formatMoment } from "../admin/moments.ts";
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
        <Polls polls={data.polls} />
      )}
    </Card>
  );
}

function Polls({ polls }: { polls: Data["polls"] }) {
  return (
    <div className="mt-4 overflow-x-auto">
      <table aria-label="Last polls" className="w-full text-left text-sm">
        <thead className="border-b border-border text-muted">
          <tr>
            {["Store", "Last Poll", "State", "Seen", "Changed", "Refused"].map((name, index) => (
              <th key={name} scope="col" className={`py-2 pr-3 font-medium ${index > 2 ? "text-right" : ""}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {polls.map((poll) => (
            <tr key={poll.store}>
              <td className="py-2 pr-3">{poll.store}</td>
              <td className="py-2 pr-3">{formatMoment(poll.finished_at)}</td>
              <td className="py-2 pr-3">{poll.state}</td>
              {[poll.seen, poll.changed, poll.refused].map((count, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move
                <td key={index} className="figures py-2 pr-3 text-right">
                  {formatCount(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
