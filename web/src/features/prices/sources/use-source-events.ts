import { useQueryClient } from "@tanstack/react-query";
import type { PolledSource, SourceProgress } from "contract/prices/source-schema.ts";
import { useAdminEvents } from "../../admin/use-admin-events.ts";
import { sourcesKey, withProgress } from "./sources-state.ts";

/** Shows the progress of sources as it comes; whether events come at all. */
export function useSourceEvents(): boolean {
  const queryClient = useQueryClient();

  function apply(progress: SourceProgress): void {
    const known: PolledSource[] = [];
    const update = (source: PolledSource) => {
      if (source.key === progress.key) known.push(source);
      return withProgress(source, progress);
    };
    queryClient.setQueryData<PolledSource[]>([...sourcesKey, "all"], (sources) => sources?.map(update));
    queryClient.setQueryData<{ source: PolledSource }>(
      [...sourcesKey, "one", progress.key],
      (page) => page && { ...page, source: update(page.source) },
    );
    // a run that has begun or ended changes much more than its counts
    if (known.some(({ state }) => state !== progress.state)) {
      void queryClient.invalidateQueries({ queryKey: sourcesKey });
    }
  }

  return useAdminEvents(({ event, data }) => {
    if (event === "source") apply(data);
  });
}
