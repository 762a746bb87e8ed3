import type { PolledSource } from "contract/prices/source-schema.ts";
import { useAdminCall } from "../../admin/admin-call.ts";
import { useChanges } from "../../stores/use-changes.ts";

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
