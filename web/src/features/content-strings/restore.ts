import type { ContentString, ContentStringVersion } from "contract/content-strings/schema.ts";
import { useAdminCall } from "../admin/admin-call.ts";
import { useRefresh } from "../admin/editing/use-refresh.ts";

/** Restores a version as a new one. */
export function useRestore(string: ContentString): (version: ContentStringVersion) => Promise<unknown> {
  const call = useAdminCall();
  const refresh = useRefresh("texts");
  return async (version) => {
    const params = { id: string.id, versionId: version.id };
    await call("POST /api/admin/content/strings/{id}/restore/{versionId}", { params });
    await refresh();
  };
}

/** Question and error message of a restore (spec/content-and-settings 2.3). */
export const restoreQuestion =
  "Are you sure you want to restore this version? This will replace the current value and " +
  "create a new version in the history.";
export const restoreFailure = "Failed to restore version";
