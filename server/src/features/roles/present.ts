import { permissions } from "contract/permissions.ts";
import { type Privileges, superAdminRole } from "contract/roles/rules.ts";
import type { AdminRole, AdminUser } from "contract/roles/schema.ts";
import type { AdminUserRow, RoleRow } from "./queries.ts";

/** A role, its permissions in the order of spec/administration 3.1. */
export function toAdminRole(role: RoleRow): AdminRole {
  const { id, name, description, permissions: held, languages, version, userCount } = role;
  const allowed = name === superAdminRole ? permissions : permissions.filter((permission) => held.includes(permission));
  return { id, name, description, permissions: [...allowed], languages, user_count: userCount, version };
}

/** A user with their roles; some fields require `users.read`. */
export function toAdminUser(row: AdminUserRow, caller: Pick<Privileges, "permissions">): AdminUser {
  const details = caller.permissions.has("users.read") ? row : null;
  return {
    id: row.id,
    username: row.username,
    email: details?.email ?? null,
    roles: row.roles.map(({ roleId, roleName, assignedAt }) => ({
      role_id: roleId,
      role_name: roleName,
      assigned_at: new Date(assignedAt).toISOString(),
    })),
    created_at: details?.createdAt.toISOString() ?? null,
    last_login: details?.lastLoginAt?.toISOString() ?? null,
    version: row.rolesVersion,
  };
}
