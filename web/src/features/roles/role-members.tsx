import { foldText } from "contract/core/text.ts";
import { superAdminRole } from "contract/roles/rules.ts";
import type { AdminRole, AdminUser } from "contract/roles/schema.ts";
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
import { roleUsersQuery } from "./queries.ts";

/** The users of a role, searchable and removable. */
export function RoleMembers({ role }: { role: AdminRole }) {
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
