import { foldText } from "contract/games/rules.ts";
import { superAdminRole } from "contract/roles/rules.ts";
import type { AdminRole, AdminUser } from "contract/roles/schema.ts";
import { useState } from "react";
import { ActionButton } from "../admin/action-button.tsx";
import { serverWords, useAdminCall } from "../admin/admin-call.ts";
import { ConfirmDialog } from "../admin/confirm-dialog.tsx";
import { useMe, useWhyNot } from "../admin/me.ts";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { useRefresh } from "../admin/use-refresh.ts";
import { ErrorBox } from "../ui/error-box.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { roleUsersQuery } from "./queries.ts";

/** Who holds a role, with a search among them; each can be removed from it. */
export function RoleMembers({ role }: { role: AdminRole }) {
  const call = useAdminCall();
  const { isSuperAdmin } = useMe().user;
  const whyNot = useWhyNot();
  const refresh = useRefresh();
  const { data: users, error } = useAdminQuery(roleUsersQuery(call, role.id));
  const [search, setSearch] = useState("");
  const [leaving, setLeaving] = useState<AdminUser>();

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
      {error && !users && <ErrorBox>{serverWords(error, "Failed to load the users in this role")}</ErrorBox>}
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
              {!whyNot("users.read") && (
                <p className="truncate text-sm text-muted">{user.email ?? "No email address"}</p>
              )}
            </div>
            <ActionButton
              size="small"
              whyNot={mayNotTake ?? whyNot("roles.write")}
              aria-label={`Remove ${user.username}`}
              onClick={() => setLeaving(user)}
            >
              Remove
            </ActionButton>
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title="Remove from role"
          action="Remove"
          kind="danger"
          onConfirm={() => remove(leaving)}
          explain={(error) => (
            <>
              <p>Failed to remove user from role</p>
              <p className="text-sm">{serverWords(error, "The server could not be reached.")}</p>
            </>
          )}
          onClose={() => setLeaving(undefined)}
        >
          This takes the role <strong>{role.name}</strong> from <strong>{leaving.username}</strong>.
        </ConfirmDialog>
      )}
    </div>
  );
}

function matches({ username, email }: AdminUser, search: string): boolean {
  const wanted = foldText(search.trim());
  return [username, email ?? ""].some((text) => foldText(text).includes(wanted));
}
