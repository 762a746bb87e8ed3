import type { AdminUser } from "contract/roles/schema.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";

/** Ends all sessions of a user after confirmation. */
export function EndSessionsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const call = useAdminCall();
  return (
    <ConfirmDialog
      title={`End all sessions of ${user.username}?`}
      action="End Sessions"
      kind="danger"
      explain={(error) => serverMessageOf(error, "Failed to end the sessions")}
      onConfirm={() => call("DELETE /api/admin/dashboard/users/{id}/sessions", { params: { id: user.id } })}
      onClose={onClose}
    >
      They are signed out on every device at once and have to sign in again.
    </ConfirmDialog>
  );
}
