import { formatCount } from "contract/core/counts.ts";
import type { PolledSource, SourceRun } from "contract/prices/source-schema.ts";
import Pause from "lucide-static/icons/pause.svg?react";
import Play from "lucide-static/icons/play.svg?react";
import RefreshCw from "lucide-static/icons/refresh-cw.svg?react";
import RotateCcw from "lucide-static/icons/rotate-ccw.svg?react";
import type { ReactNode } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { ActionButton, ConfirmButton } from "../../admin/action-button.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { useAdminQuery } from "../../admin/queries.ts";
import { BackLink, TabUnloaded } from "../../admin/tab-page.tsx";
import { rowStyle, Table } from "../../admin/table.tsx";
import { formatDuration } from "../../dashboard/amounts.ts";
import { SourceReadings } from "./readings-tab.tsx";
import { Refusals } from "./refusals.tsx";
import { describeSchedule, type SourceActions, sourceQuery, stateTexts, stateTones } from "./sources-state.ts";

interface SourcePageProps {
  sourceKey: string;
  actions: SourceActions;
  isLive: boolean;
  /** The search parameters of the list. */
  listSearch: object;
}

/** A source with its runs of the last 30 days. */
export function SourcePage({ sourceKey, actions, isLive, listSearch }: SourcePageProps) {
  const { data, error, refetch } = useAdminQuery(sourceQuery(useAdminCall(), sourceKey, isLive));
  return (
    <>
      <BackLink search={listSearch}>All sources</BackLink>
      {data ? (
        <Source {...data} actions={actions} />
      ) : (
        <TabUnloaded error={error} failed="Failed to load the source" onRetry={refetch} />
      )}
    </>
  );
}

function Source({ source, runs, actions }: { source: PolledSource; runs: SourceRun[]; actions: SourceActions }) {
  const { name, health, state, last_run: run } = source;
  return (
    <div className="grid gap-8">
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-lg">{name}</h2>
          <Badge tone={stateTones[state]}>{stateTexts[state]}</Badge>
          <span className="ms-auto flex gap-2">
            <SourceButtons source={source} actions={actions} />
            <ResetButton source={source} onReset={() => actions.reset(source)} />
          </span>
        </div>
        <p className="mt-2 text-muted">{health}.</p>
        {run?.problem && <p className="mt-2 text-danger">{run.problem}</p>}
      </div>
      <Facts source={source} />
      <Part title="Last 30 days">
        {runs.length === 0 ? (
          <p className="text-muted">It did not run in these days.</p>
        ) : (
          <div className="grid gap-6">
            <RunsChart runs={runs} now={Date.now()} />
            <RunsTable runs={runs} />
          </div>
        )}
      </Part>
      <Part title="Readings">
        <SourceReadings source={source.key} />
      </Part>
      {run && run.refusals.length > 0 && (
        <Part title="Refused in the last run">
          <Refusals refusals={run.refusals} />
        </Part>
      )}
    </div>
  );
}

function Facts({ source }: { source: PolledSource }) {
  const { schedule, last_run: run, next_run_at, store, country } = source;
  const facts: [string, string][] = [
    ["Store", `${store}, ${country}`],
    ["Schedule", `${describeSchedule(schedule)}${schedule.setting ? ` (${schedule.setting})` : ""}`],
    ["Last run", formatMoment(run?.started_at)],
    ["Next run", next_run_at ? formatMoment(next_run_at) : "None is planned"],
    ["Seen", run ? formatCount(run.seen) : "–"],
    ["Changed", run ? formatCount(run.changed) : "–"],
  ];
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-lg border border-border bg-raised p-5 text-sm lg:grid-cols-3">
      {facts.map(([fact, value]) => (
        <div key={fact}>
          <dt className="text-muted">{fact}</dt>
          <dd className="figures mt-0.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-3 break-all text-md">{title}</h3>
      {children}
    </section>
  );
}

function ResetButton({ source, onReset }: { source: PolledSource; onReset: () => Promise<void> }) {
  const denialReason = useDenialReason()("sources.write");
  const isRunning = source.state === "running" ? "It runs: pause it first" : undefined;
  return (
    <ConfirmButton
      size="small"
      denialReason={denialReason ?? isRunning}
      question={{
        title: `Reset ${source.name}?`,
        action: "Reset",
        text:
          "The next run starts from the beginning and reads everything, also what has not changed. Prices, games and " +
          "the list of runs stay.",
        onConfirm: onReset,
        failed: "Failed to reset the source",
      }}
    >
      <RotateCcw aria-hidden className="size-4" />
      Reset
    </ConfirmButton>
  );
}

interface RunsChartProps {
  runs: readonly SourceRun[];
  /** The end of the 30 days, in milliseconds. */
  now: number;
}

const dayMs = 86_400_000;
const days = 30;
const size = { width: 720, height: 96 };

/** How long the runs of 30 days took and how much they changed: a bar for each, red where it has a problem. */
function RunsChart({ runs, now }: RunsChartProps) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Bars
        title="Duration"
        runs={runs}
        now={now}
        amountOf={({ duration_seconds }) => duration_seconds ?? 0}
        format={formatDuration}
      />
      <Bars title="Changed" runs={runs} now={now} amountOf={({ changed }) => changed} format={formatCount} />
    </div>
  );
}

interface BarsProps extends RunsChartProps {
  title: string;
  amountOf: (run: SourceRun) => number;
  format: (value: number) => string;
}

function Bars({ title, runs, now, amountOf, format }: BarsProps) {
  const maxAmount = Math.max(0, ...runs.map(amountOf));
  const start = now - days * dayMs;
  const placeOf = (iso: string) => ((Date.parse(iso) - start) / (days * dayMs)) * size.width;
  return (
    <figure className="min-w-0">
      <figcaption className="flex justify-between text-sm">
        <span className="font-medium">{title}</span>
        <span className="text-muted">at most {format(maxAmount)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title} of ${runs.length} runs in ${days} days, at most ${format(maxAmount)}`}
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        className="mt-2 block h-24 w-full"
      >
        <line x1={0} x2={size.width} y1={size.height} y2={size.height} className="stroke-border-strong" />
        {runs.map((run) => {
          const height = maxAmount === 0 ? 1 : Math.max(1, (amountOf(run) / maxAmount) * size.height);
          return (
            <rect
              key={run.id}
              x={Math.min(Math.max(0, placeOf(run.started_at)), size.width - 3)}
              y={size.height - height}
              width={3}
              height={height}
              className={run.problem === null ? "fill-accent-text" : "fill-danger"}
            >
              <title>{`${formatMoment(run.started_at)}: ${format(amountOf(run))}`}</title>
            </rect>
          );
        })}
      </svg>
      <p aria-hidden className="mt-1 flex justify-between text-xs text-muted">
        <span>30 days ago</span>
        <span>Now</span>
      </p>
    </figure>
  );
}

const counts = ["Seen", "Changed", "Unmatched", "Refused", "Closed"];
const columns = ["Started", "Took", "Result", ...counts.map((head) => ({ head, count: true }))];

const results = { running: "Not finished", done: "Done", failed: "Failed" };

/** Runs of a source, the latest first. */
function RunsTable({ runs }: { runs: readonly SourceRun[] }) {
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
            <td key={counts[index]} className="figures text-end">
              {formatCount(count)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

interface SourceButtonsProps {
  source: PolledSource;
  actions: SourceActions;
}

/** Run now; pause or resume. */
export function SourceButtons({ source, actions }: SourceButtonsProps) {
  const { name, paused } = source;
  const denialReason = useDenialReason()("sources.write");
  const Icon = paused ? Play : Pause;
  return (
    <>
      <ActionButton
        size="small"
        aria-label={`Run now: ${name}`}
        denialReason={denialReason ?? runDenialReason(source)}
        onClick={() => void actions.run(source)}
      >
        <RefreshCw aria-hidden className="size-4" />
        Run now
      </ActionButton>
      <ActionButton
        size="small"
        aria-label={`${paused ? "Resume" : "Pause"} ${name}`}
        denialReason={denialReason}
        onClick={() => void actions.setPaused(source, !paused)}
      >
        <Icon aria-hidden className="size-4" />
        {paused ? "Resume" : "Pause"}
      </ActionButton>
    </>
  );
}

function runDenialReason({ state }: PolledSource): string | undefined {
  if (state === "running") return "It runs already";
  if (state === "requested") return "It is about to run already";
  if (state === "paused") return "It is paused: resume it first";
  return undefined;
}
