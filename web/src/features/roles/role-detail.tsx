import { foldText } from "contract/core/text.ts";
import { superAdminRole } from "contract/roles/rules.ts";
import type { AdminRole, AdminUser } from "contract/roles/schema.ts";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { useRefresh } from "../admin/editing/use-refresh.ts";
import { useDenialReason, useMe } from "../admin/me.ts";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { PermissionList } from "./permission-list.tsx";
import { roleUsersQuery } from "./queries.ts";

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

/** The users of a role, searchable and removable. */
function RoleMembers({ role }: { role: AdminRole }) {
  const call = useAdminCall();
  const { isSuperAdmin } = useMe().user;
  const denialReason = useDenialReason();
  const refresh = useRefresh();
  const { data: users, error } = useAdminQuery(roleUsersQuery(call, role.id));
  const [search, setSearch] = useState("");
  const [removing, setRemoving] = useState<AdminUser>();

  const mayNotTake =
    role.name === superAdminRole && !isSuperAdmin ? `Only a super admin gives or takes ${superAdminRole}` : undefined;
  const found = users?.filter((user) => matches(user, search)) ?? [];

  const remove = async ({ id: userId }: AdminUser) => {
    const params = { userId, roleId: String(role.id) };
    await call("DELETE /api/admin/dashboard/users/{userId}/roles/{roleId}", { params });
    await refresh();
  };
  return (
    <div className="grid gap-3">
      <h4 className="text-sm text-muted">Users in this role</h4>
      {error && !users && <ErrorBox>{serverMessageOf(error, "Failed to load the users in this role")}</ErrorBox>}
      {!error && !users && <Skeleton className="h-11" />}
      {users && users.length > 0 && (
        <SearchField
          label="Search users in this role"
          placeholder="Search users in this role"
          clearLabel="Clear the search"
          value={search}
          onChange={setSearch}
        />
      )}
      {users && found.length === 0 && (
        <p className="text-muted">{users.length === 0 ? "Nobody holds this role." : "No users found"}</p>
      )}
      <ul aria-label="Users in this role" className="max-h-72 divide-y divide-border overflow-y-auto">
        {found.map((user) => (
          <li key={user.id} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="truncate font-medium">{user.username}</p>
              {!denialReason("users.read") && (
                <p className="truncate text-sm text-muted">{user.email ?? "No email address"}</p>
              )}
            </div>
            <ActionButton
              size="small"
              denialReason={mayNotTake ?? denialReason("roles.write")}
              aria-label={`Remove ${user.username}`}
              onClick={() => setRemoving(user)}
            >
              Remove
            </ActionButton>
          </li>
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          title="Remove from role"
          action="Remove"
          kind="danger"
          onConfirm={() => remove(removing)}
          explain={(error) => (
            <>
              <p>Failed to remove user from role</p>
              <p className="text-sm">{serverMessageOf(error, "The server could not be reached.")}</p>
            </>
          )}
          onClose={() => setRemoving(undefined)}
        >
          This takes the role <strong>{role.name}</strong> from <strong>{removing.username}</strong>.
        </ConfirmDialog>
      )}
    </div>
  );
}

function matches({ username, email }: AdminUser, search: string): boolean {
  const query = foldText(search.trim());
  return [username, email ?? ""].some((text) => foldText(text).includes(query));
}
