import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import type { SiteStatus } from "contract/dashboard/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminKey } from "../admin/queries.ts";
import { formatBytes, formatDuration } from "./amounts.ts";
import { Card } from "./card.tsx";

/** The refetch interval. */
const refetchMs = 30_000;

function statusQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "status"],
    staleTime: 0,
    refetchInterval: refetchMs,
    queryFn: ({ signal }) => call("GET /api/admin/dashboard/status", {}, { signal }),
  });
}

/** The current state of the site, as one of its processes reports it: connections, catalogue and disk are its own. */
export function StatusCard() {
  const { data, error } = useQuery(statusQuery(useAdminCall()));
  return (
    <Card title="Status">
      {error ? (
        <p className="mt-3 text-sm text-danger">The status could not be read: {error.message}</p>
      ) : data ? (
        <Rows rows={rowsOf(data)} />
      ) : (
        <p className="mt-3 text-sm text-muted">Loading …</p>
      )}
    </Card>
  );
}

interface Row {
  name: string;
  value: string;
  /** A short warning. */
  concern?: string | false;
}

function Rows({ rows }: { rows: Row[] }) {
  return (
    <dl className="mt-3 grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
      {rows.map(({ name, value, concern }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-2">
            <span className="figures">{value}</span>
            {concern && <Badge tone="warning">{concern}</Badge>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const tooOldSeconds = 15 * 60;
const tooFullShare = 0.1;

function rowsOf(status: SiteStatus): Row[] {
  const { version, role, process, uptime_seconds, database, catalogue, queues, polls, disk } = status;
  const mail = queues.find(({ queue }) => queue === "mail");
  const sum = (of: "waiting" | "failed") => queues.reduce((total, queue) => total + queue[of], 0);
  const failedPolls = polls.filter(({ state }) => state === "failed").map(({ source }) => source);
  const oldest = Math.max(0, ...queues.map(({ oldest_seconds }) => oldest_seconds));
  return [
    { name: "Version", value: version },
    { name: "Process", value: `${process} (${role}), up ${formatDuration(uptime_seconds)}` },
    {
      name: "Database",
      value: `PostgreSQL ${database.version}, ${formatBytes(database.size_bytes)}, answers in ${database.answer_ms} ms`,
      concern: database.connections.waiting > 0 && `${formatCount(database.connections.waiting)} wait for a connection`,
    },
    {
      name: "Catalogue",
      value: `${formatCount(catalogue.games)} games, last changed ${formatMoment(catalogue.changed_at)}`,
      concern: catalogue.stale_seconds > 0 && `Behind by ${formatDuration(catalogue.stale_seconds)}`,
    },
    {
      name: "Mail",
      value: `${formatCount(mail?.waiting ?? 0)} waiting, ${formatCount(mail?.failed ?? 0)} given up`,
      concern: (mail?.oldest_seconds ?? 0) > tooOldSeconds && "Mail does not leave",
    },
    {
      name: "Jobs",
      value: `${formatCount(sum("waiting"))} waiting, ${formatCount(sum("failed"))} given up`,
      concern: oldest > tooOldSeconds && `Oldest waits ${formatDuration(oldest)}`,
    },
    {
      name: "Price sources",
      value: polls.length === 0 ? "Never polled" : `${polls.length} polled`,
      concern: failedPolls.length > 0 && `Failed: ${failedPolls.join(", ")}`,
    },
    {
      name: "Disk",
      value: disk ? `${formatBytes(disk.free_bytes)} of ${formatBytes(disk.total_bytes)} free` : "Unknown",
      concern: disk !== null && disk.free_bytes < disk.total_bytes * tooFullShare && "Nearly full",
    },
  ];
}
