import { lackingPrivileges, roleChange, superAdminRole } from "contract/roles/rules.ts";
import type { AdminRole, AdminUser } from "contract/roles/schema.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { LeaveGuard } from "../admin/leave-guard.tsx";
import type { Me } from "../admin/me.ts";
import { useMe } from "../admin/me.ts";
import { useAdminQuery, useRefresh } from "../admin/queries.ts";
import { rolesQuery } from "./roles.tsx";

/** Changes a user's roles after confirmation (spec/administration 5.2). */
export function ManageRolesDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const me = useMe();
  const { data: roles, error } = useAdminQuery(rolesQuery(useAdminCall()));
  const held = user.roles.map(({ role_id }) => role_id);
  const [roleIds, setRoleIds] = useState(held);
  const [confirming, setConfirming] = useState(false);
  const { added, removed } = roleChange(held, roleIds);
  const changed = added.length + removed.length > 0;

  const choose = (id: number, checked: boolean) =>
    setRoleIds(checked ? [...roleIds, id] : roleIds.filter((other) => other !== id));

  return (
    <Dialog title={`Manage Roles: ${user.username}`} onClose={onClose}>
      <LeaveGuard unsaved={changed} />
      <div className="mt-4 grid gap-5">
        {error && !roles && <ErrorBox>{serverMessageOf(error, "Failed to load roles")}</ErrorBox>}
        {!error && !roles && <Skeleton className="h-32" />}
        {roles?.map((role) => {
          const locked = lockReason(me, role, held.includes(role.id));
          return (
            <Checkbox
              key={role.id}
              label={role.name}
              hint={locked ?? role.description}
              disabled={locked !== undefined}
              checked={roleIds.includes(role.id)}
              onChange={({ target }) => choose(role.id, target.checked)}
            />
          );
        })}
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" disabled={!changed} onClick={() => setConfirming(true)}>
            Update Roles
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
      {confirming && roles && (
        <ConfirmRoles
          user={user}
          roles={roles}
          roleIds={roleIds}
          onBack={() => setConfirming(false)}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

interface ConfirmRolesProps {
  user: AdminUser;
  roles: readonly AdminRole[];
  /** Ids of the roles after the change. */
  roleIds: number[];
  onBack: () => void;
  onDone: () => void;
}

function ConfirmRoles({ user, roles, roleIds, onBack, onDone }: ConfirmRolesProps) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const { added, removed, action } = roleChange(
    user.roles.map(({ role_id }) => role_id),
    roleIds,
  );
  const namesOf = (ids: readonly number[]) => roles.filter(({ id }) => ids.includes(id)).map(({ name }) => name);

  const update = async () => {
    const input = { params: { userId: user.id }, body: { roleIds, base_version: user.version } };
    // also after a failure, which may be a conflict
    await call("PUT /api/admin/dashboard/users/{userId}/roles", input).finally(refresh);
    onDone();
  };
  return (
    <ConfirmDialog
      title={action === "assign" ? "Assign roles" : "Remove roles"}
      action="Confirm"
      kind={action === "assign" ? "primary" : "danger"}
      onConfirm={update}
      explain={(error) => (
        <>
          <p>Failed to update user roles</p>
          <p className="text-sm">{serverMessageOf(error, "The server could not be reached.")}</p>
        </>
      )}
      onClose={onBack}
    >
      <p>
        {action === "assign" ? "Assign these roles to" : "Remove these roles from"} <strong>{user.username}</strong>?
      </p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        <RoleNames name="Added" roles={namesOf(added)} />
        <RoleNames name="Removed" roles={namesOf(removed)} />
      </dl>
    </ConfirmDialog>
  );
}

function RoleNames({ name, roles }: { name: string; roles: string[] }) {
  if (roles.length === 0) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className="font-medium text-text">{roles.join(", ")}</dd>
    </>
  );
}

/** Why the administrator may not change this role; `undefined` when allowed. The server checks again. */
function lockReason({ user, permissions, languages }: Me, role: AdminRole, held: boolean): string | undefined {
  if (role.name === superAdminRole) {
    return user.isSuperAdmin ? undefined : `Only a super admin gives or takes ${superAdminRole}`;
  }
  const own = { permissions: new Set(permissions), languages: languages && new Set(languages) };
  const lacking = held ? [] : lackingPrivileges(own, role);
  return lacking.length > 0 ? `You lack what it allows: ${lacking.join(", ")}` : undefined;
}
