import { superAdminRole } from "contract/roles/rules.ts";
import type { AdminRole } from "contract/roles/schema.ts";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { useRefresh } from "../admin/editing/use-refresh.ts";
import { useDenialReason } from "../admin/me.ts";
import { PermissionList } from "./permission-list.tsx";
import { RoleMembers } from "./role-members.tsx";

interface RoleDetailProps {
  role: AdminRole;
  onEdit: () => void;
  onDeleted: () => void;
}

/** A role with its permissions and users. */
export function RoleDetail({ role, onEdit, onDeleted }: RoleDetailProps) {
  const call = useAdminCall();
  const denialReason = useDenialReason();
  const refresh = useRefresh();
  const [deleting, setDeleting] = useState(false);
  const fixed = role.name === superAdminRole ? `The role ${superAdminRole} stays as it is` : undefined;

  const remove = async () => {
    await call("DELETE /api/admin/dashboard/roles/{id}", { params: { id: String(role.id) } });
    onDeleted();
    await refresh();
  };
  return (
    <section aria-labelledby="role-name" className="grid min-w-0 content-start gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id="role-name" className="text-md font-semibold break-words">
            {role.name}
          </h3>
          <p className="text-muted">{role.description || "No description"}</p>
        </div>
        <div className="flex gap-2">
          <ActionButton size="small" denialReason={fixed ?? denialReason("roles.write")} onClick={onEdit}>
            <Pencil aria-hidden className="size-4" />
            Edit
          </ActionButton>
          <ActionButton
            size="small"
            kind="danger"
            denialReason={fixed ?? denialReason("roles.delete")}
            onClick={() => setDeleting(true)}
          >
            <Trash2 aria-hidden className="size-4" />
            Delete Role
          </ActionButton>
        </div>
      </div>
      <div className="grid gap-2">
        <h4 className="text-sm text-muted">Permissions</h4>
        <PermissionList permissions={role.permissions} />
      </div>
      <RoleMembers role={role} />
      {deleting && (
        <ConfirmDialog
          title="Delete Role"
          action="Delete Role"
          kind="danger"
          onConfirm={remove}
          explain={(error) => `Failed to delete role: ${(error as Error).message}`}
          onClose={() => setDeleting(false)}
        >
          This deletes <strong>{role.name}</strong> and removes the role from all users. It cannot be undone.
        </ConfirmDialog>
      )}
    </section>
  );
}
