import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import type { PolledSource, SourceRun } from "contract/prices/source-schema.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { type ReactNode, useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { TabPending } from "../../admin/tabs/tab-fallbacks.tsx";
import { useAdminQuery } from "../../admin/use-admin-query.ts";
import { Refusals } from "./refusals.tsx";
import { RunsChart } from "./runs-chart.tsx";
import { RunsTable } from "./runs-table.tsx";
import { SourceButtons } from "./source-buttons.tsx";
import { SourceReadings } from "./source-readings.tsx";
import { describeSchedule, sourceQuery, stateTexts, stateTones } from "./sources-state.ts";
import type { SourceActions } from "./use-source-actions.ts";

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
      <ToAllSources listSearch={listSearch} />
      {data ? (
        <Source {...data} actions={actions} />
      ) : error ? (
        <FailureNotice title={serverMessageOf(error, "Failed to load the source")} onRetry={refetch} />
      ) : (
        <TabPending />
      )}
    </>
  );
}

export function ToAllSources({ listSearch }: Pick<SourcePageProps, "listSearch">) {
  return (
    <Link
      to="."
      search={listSearch as never}
      className="mb-4 inline-flex items-center gap-2 text-sm text-muted hover:text-text"
    >
      <ArrowLeft aria-hidden className="size-4" />
      All sources
    </Link>
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
          <span className="ml-auto flex gap-2">
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

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-3 break-all text-md">{title}</h3>
      {children}
    </section>
  );
}

function ResetButton({ source, onReset }: { source: PolledSource; onReset: () => Promise<void> }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const denialReason = useDenialReason()("sources.write");
  const isRunning = source.state === "running" ? "It runs: pause it first" : undefined;
  return (
    <>
      <ActionButton size="small" denialReason={denialReason ?? isRunning} onClick={() => setIsConfirming(true)}>
        <RotateCcw aria-hidden className="size-4" />
        Reset
      </ActionButton>
      {isConfirming && (
        <ConfirmDialog
          title={`Reset ${source.name}?`}
          action="Reset"
          kind="danger"
          onConfirm={onReset}
          explain={(error) => serverMessageOf(error, "Failed to reset the source")}
          onClose={() => setIsConfirming(false)}
        >
          The next run starts from the beginning and reads everything, also what has not changed. Prices, games and the
          list of runs stay.
        </ConfirmDialog>
      )}
    </>
  );
}
