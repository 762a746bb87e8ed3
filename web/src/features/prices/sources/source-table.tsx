import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import type { PolledSource } from "contract/prices/source-schema.ts";
import { Badge } from "../../../ui/badge.tsx";
import { formatMoment } from "../../admin/moments.ts";
import { rowStyle, Table } from "../../admin/table.tsx";
import { formatDuration } from "../../dashboard/amounts.ts";
import { SourceButtons } from "./source-buttons.tsx";
import { describeSchedule, stateTexts, stateTones } from "./sources-state.ts";
import type { SourceActions } from "./use-source-actions.ts";

interface SourceTableProps {
  sources: readonly PolledSource[];
  actions: SourceActions;
  /** The search parameters of a source's page. */
  searchOf: (key: string) => object;
}

const counts = ["Seen", "Changed", "Unmatched", "Refused"];
const columns = [
  ...["Source", "State", "Schedule", "Last Run", "Next Run"],
  ...counts.map((head) => ({ head, count: true })),
  "Actions",
];

/** The sources, a row for each with its health in a sentence. */
export function SourceTable({ sources, actions, searchOf }: SourceTableProps) {
  return (
    <Table label="Sources" columns={columns}>
      {sources.map((source) => (
        <SourceRow key={source.key} source={source} actions={actions} search={searchOf(source.key)} />
      ))}
    </Table>
  );
}

function SourceRow({ source, actions, search }: { source: PolledSource; actions: SourceActions; search: object }) {
  const { name, key, health, state, schedule, last_run: run, next_run_at, failures } = source;
  return (
    <tr data-source={key} className={`${rowStyle} [&>td]:py-2`}>
      <td className="min-w-52">
        <Link to="." search={search as never} className="font-medium hover:underline">
          {name}
        </Link>
        <span className="block text-muted">{health.slice(name.length + 2)}</span>
        {run?.problem && <span className="block text-danger">{run.problem}</span>}
      </td>
      <td>
        <Badge tone={stateTones[state]}>{stateTexts[state]}</Badge>
        {failures > 1 && <span className="block text-xs text-danger">{failures} times in a row</span>}
      </td>
      <td>{describeSchedule(schedule)}</td>
      <td className="min-w-32">
        {formatMoment(run?.started_at)}
        {run?.duration_seconds != null && (
          <span className="block text-xs text-muted">took {formatDuration(run.duration_seconds)}</span>
        )}
      </td>
      <td className="min-w-32">{next_run_at ? formatMoment(next_run_at) : "–"}</td>
      {[run?.seen, run?.changed, run?.unmatched, run?.refused].map((count, index) => (
        <td key={counts[index]} className="figures text-right">
          {count === undefined ? "–" : formatCount(count)}
        </td>
      ))}
      <td>
        <span className="flex flex-wrap gap-2">
          <SourceButtons source={source} actions={actions} />
        </span>
      </td>
    </tr>
  );
}
