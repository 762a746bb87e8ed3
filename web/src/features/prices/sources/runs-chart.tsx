import { formatCount } from "contract/core/counts.ts";
import type { SourceRun } from "contract/prices/source-schema.ts";
import { formatMoment } from "../../admin/moments.ts";
import { formatDuration } from "../../dashboard/amounts.ts";

interface RunsChartProps {
  runs: readonly SourceRun[];
  /** The end of the 30 days, in milliseconds. */
  now: number;
}

const dayMs = 86_400_000;
const days = 30;
const size = { width: 720, height: 96 };

/** How long the runs of 30 days took and how much they changed: a bar for each, red where it has a problem. */
export function RunsChart({ runs, now }: RunsChartProps) {
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
