import { useQuery } from "@tanstack/react-query";
import type { ContentString } from "contract/content-strings/schema.ts";
import { useAdminCall } from "../admin/admin-call.ts";
import { ConfirmDialog } from "../admin/confirm-dialog.tsx";
import { LoadFailed } from "../admin/load-failed.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { stringHistoryQuery } from "./admin-queries.ts";
import { DiffView } from "./diff-view.tsx";
import { restoreFailure, restoreQuestion } from "./restore-text.ts";
import { useRestore } from "./use-restore.ts";

/** Brings back the version before the current one, after a look at what that changes (spec/content-and-settings 1.5). */
export function RevertDialog({ string, onClose }: { string: ContentString; onClose: () => void }) {
  const { data, error, refetch } = useQuery(stringHistoryQuery(useAdminCall(), string.id, 1));
  const restore = useRestore(string);
  const [current, previous] = data?.versions ?? [];

  if (current && previous) {
    return (
      <ConfirmDialog
        title="Revert to the previous version"
        action="Revert"
        wide
        onConfirm={() => restore(previous)}
        explain={() => restoreFailure}
        onClose={onClose}
      >
        <p className="mb-4">{restoreQuestion}</p>
        <DiffView older={current.value} newer={previous.value} />
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title="Revert to the previous version" onClose={onClose} wide>
      {error ? (
        <LoadFailed message="Failed to load the history" onRetry={() => void refetch()} />
      ) : (
        <p role="status" className="mt-3 text-muted">
          {data ? "There is no earlier version." : "Loading history..."}
        </p>
      )}
    </Dialog>
  );
}
