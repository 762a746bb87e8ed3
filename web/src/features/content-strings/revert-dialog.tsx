import { useQuery } from "@tanstack/react-query";
import type { ContentString } from "contract/content-strings/schema.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { stringHistoryQuery } from "./admin-queries.ts";
import { DiffView } from "./diff-view.tsx";
import { restoreFailure, restoreQuestion, useRestore } from "./restore.ts";

/** Restores the previous version after showing the differences (spec/content-and-settings 1.5). */
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
        <FailureNotice title="Failed to load the history" onRetry={refetch} />
      ) : (
        <p role="status" className="mt-3 text-muted">
          {data ? "There is no earlier version." : "Loading history..."}
        </p>
      )}
    </Dialog>
  );
}
