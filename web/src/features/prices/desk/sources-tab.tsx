import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import type { AdminEvent } from "contract/events/api.ts";
import type { PolledSource, SourceProgress } from "contract/prices/source-schema.ts";
import DatabaseZap from "lucide-static/icons/database-zap.svg?react";
import { useEffect, useEffectEvent, useState } from "react";
import { followEvents } from "../../../api/follow-events.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { formatMoment } from "../../admin/moments.ts";
import { useAdminQuery } from "../../admin/queries.ts";
import { useTabState } from "../../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../../admin/tab-page.tsx";
import { rowStyle, Table } from "../../admin/table.tsx";
import { ChangeMessage } from "../../admin/use-changes.tsx";
import { formatDuration } from "../../dashboard/amounts.ts";
import { SourceButtons, SourcePage } from "./source-page.tsx";
import {
  describeSchedule,
  type SourceActions,
  type SourcesState,
  sourcesDefaults,
  sourcesKey,
  sourcesQuery,
  stateTexts,
  stateTones,
  useSourceActions,
  withProgress,
} from "./sources-state.ts";

/** The sources of prices and games with their status (spec/catalogue 5). */
export function SourcesTab() {
  return (
    <TabPage>
      <Sources />
    </TabPage>
  );
}

function Sources() {
  const { state, searchOf } = useTabState<SourcesState>(sourcesDefaults);
  const isLive = useSourceEvents();
  const actions = useSourceActions();
  return (
    <>
      <ReadOnlyNote needs="sources.write" />
      <ChangeMessage changes={actions} />
      {state.source ? (
        <SourcePage
          key={state.source}
          sourceKey={state.source}
          actions={actions}
          isLive={isLive}
          listSearch={searchOf({ source: "" })}
        />
      ) : (
        <SourceList actions={actions} isLive={isLive} searchOf={searchOf} />
      )}
    </>
  );
}

interface SourceListProps {
  actions: SourceActions;
  isLive: boolean;
  searchOf: (change: Partial<SourcesState>) => object;
}

function SourceList({ actions, isLive, searchOf }: SourceListProps) {
  const { data: sources, error, refetch } = useAdminQuery(sourcesQuery(useAdminCall(), isLive));
  if (!sources) return <TabUnloaded error={error} failed="Failed to load sources" onRetry={refetch} />;
  if (sources.length === 0) {
    return (
      <Notice icon={DatabaseZap} title="No price sources are set up">
        No process of the site was set up for one in the last 24 hours. PRICE_SYNC and CATALOGUE_SYNC turn them on.
      </Notice>
    );
  }
  return <SourceTable sources={sources} actions={actions} searchOf={(source) => searchOf({ source })} />;
}

interface SourceTableProps {
  sources: readonly PolledSource[];
  actions: SourceActions;
  /** The search parameters of a source's page. */
  searchOf: (key: string) => object;
}

const counts = ["Seen", "Changed", "Unmatched", "Refused"];
const columns = [
  ...["Source", "State", "Schedule", "Last run", "Next run"],
  ...counts.map((head) => ({ head, count: true })),
  "Actions",
];

/** The sources, a row for each with its health in a sentence. */
function SourceTable({ sources, actions, searchOf }: SourceTableProps) {
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
        <td key={counts[index]} className="figures text-end">
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

/** Shows the progress of sources live. Returns whether events are received. */
function useSourceEvents(): boolean {
  const queryClient = useQueryClient();

  function apply(progress: SourceProgress): void {
    const cached: PolledSource[] = [];
    const update = (source: PolledSource) => {
      if (source.key === progress.key) cached.push(source);
      return withProgress(source, progress);
    };
    queryClient.setQueryData<PolledSource[]>([...sourcesKey, "all"], (sources) => sources?.map(update));
    queryClient.setQueryData<{ source: PolledSource }>(
      [...sourcesKey, "one", progress.key],
      (page) => page && { ...page, source: update(page.source) },
    );
    // the start or end of a run changes more than its counts
    if (cached.some(({ state }) => state !== progress.state)) {
      void queryClient.invalidateQueries({ queryKey: sourcesKey });
    }
  }

  return useAdminEvents(({ event, data }) => {
    if (event === "source") apply(data);
  });
}

/** Follows the events of the site. Returns whether the stream is open, so that callers can poll while it is not. */
function useAdminEvents(onEvent: (event: AdminEvent) => void): boolean {
  const [isLive, setIsLive] = useState(false);
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const controller = new AbortController();
    void followEvents("GET /api/admin/events", { signal: controller.signal, onEvent: handle, onLive: setIsLive });
    return () => controller.abort();
  }, []);
  return isLive;
}
