import { useQueryClient } from "@tanstack/react-query";
import type { PolledSource, SourceProgress } from "contract/prices/source-schema.ts";
import { useAdminEvents } from "../../admin/use-admin-events.ts";
import { sourcesKey, withProgress } from "./sources-state.ts";

/** Shows the progress of sources live. Returns whether events are received. */
export function useSourceEvents(): boolean {
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
