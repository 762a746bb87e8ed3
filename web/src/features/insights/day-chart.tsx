import { formatCount } from "contract/core/counts.ts";
import { formatDate } from "contract/core/dates.ts";
import { scaleBand, scaleLinear } from "d3-scale";

const width = 640;
const height = 180;
const margin = { top: 8, right: 4, bottom: 24, left: 44 };
/** Labels of days that fit below the bars; today has one. */
const maxLabels = 6;

interface DayChartProps {
  /** What is counted, for screen readers. */
  label: string;
  days: readonly { day: string; count: number }[];
}

/** A bar for each day. The table beside it has the numbers for screen readers. */
export function DayChart({ label, days }: DayChartProps) {
  const maxCount = Math.max(1, ...days.map(({ count }) => count));
  const x = scaleBand(
    days.map(({ day }) => day),
    [margin.left, width - margin.right],
  ).padding(0.2);
  const y = scaleLinear([0, maxCount], [height - margin.bottom, margin.top]).nice(4);
  const every = Math.ceil(days.length / maxLabels);
  const ticks = y.ticks(4).filter(Number.isInteger);
  return (
    <svg
      role="img"
      aria-label={`${label}: ${summaryOf(days)}`}
      viewBox={`0 0 ${width} ${height}`}
      // the label of today is wider than its bar
      className="w-full overflow-visible"
    >
      {ticks.map((count) => (
        <g key={count} transform={`translate(0 ${y(count)})`}>
          <line x1={margin.left} x2={width - margin.right} className="stroke-border" />
          <text x={margin.left - 8} dy="0.32em" textAnchor="end" className="figures fill-muted text-xs">
            {formatCount(count)}
          </text>
        </g>
      ))}
      {days.map(({ day, count }, place) => (
        <g key={day}>
          <rect
            x={x(day)}
            y={y(count)}
            width={x.bandwidth()}
            height={height - margin.bottom - y(count)}
            className="fill-accent"
          >
            <title>{`${formatDate(day)}: ${formatCount(count)}`}</title>
          </rect>
          {(days.length - 1 - place) % every === 0 && (
            <text
              x={(x(day) ?? 0) + x.bandwidth() / 2}
              y={height - 6}
              textAnchor="middle"
              className="figures fill-muted text-xs"
            >
              {dayLabel(day)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function summaryOf(days: DayChartProps["days"]): string {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const peakDay = days.reduce((max, day) => (day.count > max.count ? day : max), days[0]!);
  const peak = total === 0 ? "" : `, most on ${formatDate(peakDay.day)}: ${formatCount(peakDay.count)}`;
  return `${formatCount(total)} in ${days.length} days${peak}`;
}

const shortDay = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" });

const dayLabel = (day: string) => shortDay.format(new Date(day));
