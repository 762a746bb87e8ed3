import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { PolledSource, SourceProgress, SourceState } from "contract/prices/source-schema.ts";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { adminKey } from "../../admin/queries.ts";
import type { TabState } from "../../admin/tab-list.tsx";
import { useChanges } from "../../admin/use-changes.tsx";

export interface SourcesState extends TabState {
  /** The key of the source that is shown; empty = all. */
  source: string;
}

export const sourcesDefaults: SourcesState = { page: 1, source: "" };

export const sourcesKey = [adminKey, "sources"] as const;

/** The refetch intervals while events report changes, and without them. */
const refetchMs = { live: 60_000, polling: 5_000 };

const freshness = (isLive: boolean) => ({
  staleTime: 0,
  refetchInterval: isLive ? refetchMs.live : refetchMs.polling,
});

export function sourcesQuery(call: Call, isLive: boolean) {
  return queryOptions({
    queryKey: [...sourcesKey, "all"],
    ...freshness(isLive),
    queryFn: async ({ signal }) => (await call("GET /api/admin/catalogue/sources", {}, { signal })).sources,
  });
}

/** A source with its runs. */
export function sourceQuery(call: Call, key: string, isLive: boolean) {
  return queryOptions({
    queryKey: [...sourcesKey, "one", key],
    ...freshness(isLive),
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/sources/{key}", { params: { key } }, { signal }),
  });
}

/** The source with the current counts of its run; the same object if nothing has changed. */
export function withProgress(source: PolledSource, { key, seen, changed }: SourceProgress): PolledSource {
  const run = source.last_run;
  if (source.key !== key || !run || (run.seen === seen && run.changed === changed)) return source;
  return { ...source, last_run: { ...run, seen, changed } };
}

export const stateTexts: Record<SourceState, string> = {
  running: "Running",
  requested: "About to run",
  paused: "Paused",
  off: "Turned off",
  interrupted: "Interrupted, goes on soon",
  failed: "Failed",
  new: "Never ran",
  waiting: "Waiting for its time",
};

export const stateTones = {
  running: "accent",
  requested: "accent",
  paused: "warning",
  off: "neutral",
  interrupted: "warning",
  failed: "danger",
  new: "neutral",
  waiting: "positive",
} as const satisfies Record<SourceState, string>;

export function describeSchedule({ hours }: PolledSource["schedule"]): string {
  if (hours === 0) return "Never";
  return hours === 1 ? "Every hour" : `Every ${hours} hours`;
}

/** Actions on sources, with the message about the last one. */
export function useSourceActions() {
  const call = useAdminCall();
  const { done, failure, make } = useChanges();
  const path = "/api/admin/catalogue/sources/{key}";
  return {
    done,
    failure,
    run: ({ key, name }: PolledSource) =>
      make(`${name} is about to run.`, () => call(`POST ${path}/run`, { params: { key } })),
    setPaused: ({ key, name, version }: PolledSource, paused: boolean) =>
      make(`${paused ? "Paused" : "Resumed"} ${name}.`, () =>
        call(`PUT ${path}`, { params: { key }, body: { paused, base_version: version } }),
      ),
    reset: ({ key, name }: PolledSource) =>
      make(`${name} starts from the beginning with its next run.`, () =>
        call(`POST ${path}/reset`, { params: { key } }),
      ),
  };
}

export type SourceActions = ReturnType<typeof useSourceActions>;
