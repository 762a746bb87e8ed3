import type { ContentString, ContentStringVersion } from "contract/content-strings/schema.ts";
import { useAdminCall } from "../admin/admin-call.ts";
import { useRefresh } from "../admin/use-refresh.ts";

/** Brings a version of a text back, as a new version. */
export function useRestore(string: ContentString): (version: ContentStringVersion) => Promise<unknown> {
  const call = useAdminCall();
  const refresh = useRefresh("texts");
  return async (version) => {
    const params = { id: string.id, versionId: version.id };
    await call("POST /api/admin/content/strings/{id}/restore/{versionId}", { params });
    await refresh();
  };
}
