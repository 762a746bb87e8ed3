import { permissions } from "contract/permissions.ts";
import { superAdminRole } from "contract/roles/rules.ts";
import type { AdminRole, AdminUser } from "contract/roles/schema.ts";
import type { AdminUserRow, RoleRow } from "./queries.ts";

/** A role, its permissions in the order of the specification. */
export function toAdminRole({ id, name, description, permissions: held, version, userCount }: RoleRow): AdminRole {
  const allowed = name === superAdminRole ? permissions : permissions.filter((permission) => held.includes(permission));
  return { id, name, description, permissions: [...allowed], user_count: userCount, version };
}

/** A user as the panel lists them. */
export function toAdminUser(row: AdminUserRow): AdminUser {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    roles: row.roles.map(({ roleId, roleName, assignedAt }) => ({
      role_id: roleId,
      role_name: roleName,
      assigned_at: new Date(assignedAt).toISOString(),
    })),
    created_at: row.createdAt.toISOString(),
    last_login: row.lastLoginAt?.toISOString() ?? null,
    version: row.rolesVersion,
  };
}
