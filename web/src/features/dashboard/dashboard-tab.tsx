import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { systemUser } from "contract/audit/rules.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import type { DashboardStats, FailingSource, SiteStatus } from "contract/dashboard/api.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import CircleAlert from "lucide-static/icons/circle-alert.svg?react";
import ShieldAlert from "lucide-static/icons/shield-alert.svg?react";
import { useState } from "react";
import { useSite } from "../../api/site.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { ToLogin } from "../admin/gate-screens.tsx";
import { useDenialReason, useMe } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminKey, statsQuery } from "../admin/queries.ts";
import { TabPage, TabPending } from "../admin/tab-page.tsx";
import { type Column, Table } from "../admin/table.tsx";
import { LanguageProgress, languagesQuery } from "../content-strings/language-bar.tsx";
import { formatBytes, formatDuration } from "./amounts.ts";
import { Card } from "./card.tsx";
import { Doctor } from "./doctor.tsx";
import { checklistQuery, SetupChecklist } from "./setup-checklist.tsx";

/** Counts and recent activity (spec/administration 4). */
export function DashboardTab() {
  const call = useAdminCall();
  const { data, error, refetch } = useQuery(statsQuery(call));
  // above the rest, which would move
  const { isPending } = useQuery(checklistQuery(call));
  if (data && !isPending) return <Dashboard {...data} />;
  // spec/administration 4
  if (error && /authentication/i.test(error.message)) return <ToLogin />;
  return (
    <TabPage>
      {error ? (
        <FailureNotice title="Something went wrong while loading the dashboard." onRetry={refetch} />
      ) : (
        <TabPending />
      )}
    </TabPage>
  );
}

function Dashboard({ stats, recentActivity, categoryCounts, data }: DashboardStats) {
  return (
    <TabPage>
      <div className="grid gap-6">
        <SecondFactorNotice />
        <FailingSources sources={data.failing} />
        <SetupChecklist polls={data.polls} />
        <StatCards stats={stats} />
        <div className="grid gap-6 xl:grid-cols-2 xl:items-start">
          <div className="grid min-w-0 gap-6">
            <RecentActivity entries={recentActivity} />
            <DataCard data={data} />
            <StatusCard />
            <Doctor />
          </div>
          <div className="grid min-w-0 gap-6">
            <Translations />
            <CategoryBars counts={categoryCounts} />
          </div>
        </div>
      </div>
    </TabPage>
  );
}

/** How much of the site is translated into each language. */
function Translations() {
  const call = useAdminCall();
  const lacksRead = useDenialReason()("content.read");
  const { data: languages = [] } = useQuery({ ...languagesQuery(call), enabled: lacksRead === undefined });
  const translated = languages.filter(({ tag }) => tag !== sourceLanguage);
  if (translated.length === 0) return null;
  return (
    <Card title="Translations">
      <ul className="mt-3 grid gap-3 text-sm">
        {translated.map((language) => (
          <li key={language.tag} className="grid grid-cols-[8rem_minmax(0,1fr)] items-start gap-3">
            <Link
              to="/admin/{-$tab}"
              params={{ tab: "strings" }}
              search={{ language: language.tag } as never}
              className="truncate text-accent-text hover:underline"
            >
              <bdi lang={language.tag}>{language.name}</bdi>
            </Link>
            <LanguageProgress language={language} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Categories that are shown at once. */
const firstCategories = 8;

/** Texts by category as bars relative to the largest, which comes first. */
function CategoryBars({ counts }: { counts: DashboardStats["categoryCounts"] }) {
  const [isOpen, setOpen] = useState(false);
  const largestFirst = counts.toSorted((a, b) => b.count - a.count);
  const largest = largestFirst[0]?.count ?? 1;
  const shown = isOpen ? largestFirst : largestFirst.slice(0, firstCategories);
  return (
    <Card title="Content by Category">
      {counts.length === 0 && <p className="mt-3 text-muted">There are no content strings.</p>}
      <ul className="mt-3 grid gap-2 text-sm">
        {shown.map(({ category, count }) => (
          <li key={category} className="grid grid-cols-[8rem_minmax(0,1fr)_3rem] items-center gap-3">
            <span className="truncate" title={category}>
              {category}
            </span>
            <span aria-hidden className="h-2.5 rounded-sm bg-sunken">
              <span className="block h-full rounded-sm bg-accent" style={{ width: `${(count / largest) * 100}%` }} />
            </span>
            <span className="figures text-end text-muted">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
      {counts.length > firstCategories && (
        <Button size="small" className="mt-3" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show fewer" : `Show all ${counts.length}`}
        </Button>
      )}
    </Card>
  );
}

/** The sources that could not be read several times in a row. */
function FailingSources({ sources }: { sources: readonly FailingSource[] }) {
  if (sources.length === 0) return null;
  return (
    <aside
      aria-label="Failing sources"
      className="flex items-start gap-3 rounded-lg border border-danger/40 bg-danger-soft p-4 text-sm text-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <ul className="grid min-w-0 gap-1">
        {sources.map(({ key, name, failures, problem }) => (
          <li key={key}>
            <Link
              to="/admin/{-$tab}"
              params={{ tab: "sources" }}
              search={{ source: key } as never}
              className="font-medium underline"
            >
              {name}
            </Link>{" "}
            could not be read {failures} times in a row: {problem}
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** The latest entries of the audit. */
function RecentActivity({ entries }: { entries: readonly AuditEntry[] }) {
  const reason = useDenialReason()("audit.read");
  return (
    <Card title="Recent Activity">
      {entries.length === 0 ? (
        <p className="mt-3 text-muted">{reason ? `${reason}.` : "Nothing has happened yet."}</p>
      ) : (
        <ul className="mt-2 divide-y divide-border">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { action, resource_key: key, resource_type: type, resource_category: category, username } = entry;
  return (
    <li className="grid gap-1 py-3">
      <p className="flex min-w-0 items-center gap-2">
        <Badge>{action}</Badge>
        <span className="min-w-0 truncate font-medium" title={key ?? undefined}>
          {key ?? entry.description}
        </span>
      </p>
      <p className="text-sm text-muted">
        {[type, category].filter(Boolean).join(" · ")}
        <br />
        {username ?? systemUser}
        {" · "}
        <time dateTime={entry.performed_at}>{formatMoment(entry.performed_at)}</time>
      </p>
    </li>
  );
}

/** Recommends a second factor to administrators who have none; a demo refuses it. */
function SecondFactorNotice() {
  const { demo } = useSite();
  if (useMe().user.hasSecondFactor || demo) return null;
  return (
    <aside
      aria-label="Second factor"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-warning/40 bg-warning-soft p-4"
    >
      <ShieldAlert aria-hidden className="size-5 shrink-0 text-warning" />
      <p className="min-w-64 grow text-sm">
        Your account is protected by a password alone. With a second factor, a stolen password is not enough to change
        this site.
      </p>
      <Link to="/profile" hash="security" className={buttonStyle("secondary", "small")}>
        Add a second factor
      </Link>
    </aside>
  );
}

/** The four counts of the dashboard. */
function StatCards({ stats }: { stats: DashboardStats["stats"] }) {
  const { contentStrings, contentCategories, siteConfigs, adminUsers, recentChanges } = stats;
  const categories = `in ${contentCategories} ${contentCategories === 1 ? "category" : "categories"}`;
  return (
    <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard name="Content Strings" value={contentStrings} note={categories} />
      <StatCard name="Site Configurations" value={siteConfigs} />
      <StatCard name="Admin Users" value={adminUsers} />
      <StatCard name="Recent Changes" value={recentChanges} note="in the last 7 days" />
    </dl>
  );
}

function StatCard({ name, value, note }: { name: string; value: number; note?: string }) {
  return (
    <div className="rounded-lg border border-border bg-raised p-5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1">
        <span className="figures text-2xl font-semibold">{formatCount(value)}</span>
        {note && <span className="block text-sm text-muted">{note}</span>}
      </dd>
    </div>
  );
}

type Data = DashboardStats["data"];

/** The size of the catalogue and the last polls, read-only. */
function DataCard({ data }: { data: Data }) {
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
  { head: "Last poll", cell: ({ finished_at }) => formatMoment(finished_at) },
  { head: "State", cell: ({ state }) => state },
  { head: "Seen", count: true, cell: ({ seen }) => formatCount(seen) },
  { head: "Changed", count: true, cell: ({ changed }) => formatCount(changed) },
  { head: "Refused", count: true, cell: ({ refused }) => formatCount(refused) },
];

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
function StatusCard() {
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
            {concern && (
              <Badge tone="warning" className="h-auto min-h-6 shrink whitespace-normal">
                {concern}
              </Badge>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const tooOldSeconds = 15 * 60;
const tooFullShare = 0.1;

function rowsOf(status: SiteStatus): Row[] {
  const { version, newer_version, role, process, uptime_seconds, database, catalogue, queues, polls, disk } = status;
  const mail = queues.find(({ queue }) => queue === "mail");
  const sum = (of: "waiting" | "failed") => queues.reduce((total, queue) => total + queue[of], 0);
  const failedPolls = polls.filter(({ state }) => state === "failed").map(({ source }) => source);
  const oldest = Math.max(0, ...queues.map(({ oldest_seconds }) => oldest_seconds));
  return [
    { name: "Version", value: version, concern: newer_version !== null && `${newer_version} is out` },
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
