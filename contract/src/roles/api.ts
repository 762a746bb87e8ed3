import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id, pageQuery, SortOrder } from "../core/parameters.ts";
import { AdminRole, AdminUser, Permission, RoleLanguages, RoleName } from "./schema.ts";

/** A role by its id or its name. */
const byRole = z.object({ id: z.string().min(1).max(50) });
const byUser = z.object({ userId: Id });
const byUserAndRole = z.object({ userId: Id, roleId: z.string().min(1).max(50) });
/** Roles by their ids or names. */
const RoleIds = z.object({ roleIds: z.array(z.union([z.number().int().min(1), z.string().min(1).max(50)])).max(100) });
const OneUser = z.object({ user: AdminUser });
const OneRole = z.object({ role: AdminRole });

export const roleEndpoints = {
  listRoles: endpoint("GET /api/admin/dashboard/roles", {
    summary: "List admin roles",
    access: "roles.read",
    response: z.object({ roles: z.array(AdminRole) }),
  }),
  rolePermissions: endpoint("GET /api/admin/dashboard/roles/{id}/permissions", {
    summary: "List the permissions of a role",
    access: "roles.read",
    params: byRole,
    response: z.object({ permissions: z.array(Permission) }),
  }),
  roleUsers: endpoint("GET /api/admin/dashboard/roles/{id}/users", {
    summary: "List the users with a role",
    access: "roles.read",
    params: byRole,
    response: z.object({ users: z.array(AdminUser) }),
  }),
  createRole: endpoint("POST /api/admin/dashboard/roles", {
    summary: "Create a role; it cannot have permissions that the caller lacks",
    access: "roles.write",
    body: z.object({
      name: RoleName,
      description: z.string().trim().max(500).default(""),
      permissions: z.array(Permission).default([]),
      languages: RoleLanguages.default(null),
    }),
    response: OneRole,
    status: 201,
    errors: ["conflict", "reauthentication_required"],
  }),
  updateRole: endpoint("PUT /api/admin/dashboard/roles/{id}", {
    summary: "Update a role; omitted fields are unchanged",
    access: "roles.write",
    params: byRole,
    body: z.object({
      name: RoleName.optional(),
      description: z.string().trim().max(500).optional(),
      permissions: z.array(Permission).optional(),
      languages: RoleLanguages.optional(),
      base_version: z.number().int().optional(),
    }),
    response: OneRole,
    errors: ["conflict", "stale", "reauthentication_required"],
  }),
  deleteRole: endpoint("DELETE /api/admin/dashboard/roles/{id}", {
    summary: "Delete a role and remove it from all its users",
    access: "roles.delete",
    params: byRole,
    errors: ["reauthentication_required"],
  }),
  listAdminUsers: endpoint("GET /api/admin/dashboard/users", {
    summary: "List users with their admin roles; `role` is an id, a name, or `any` for users with any role",
    access: "users.read",
    query: z.object({
      ...pageQuery,
      search: z.string().trim().max(200).default(""),
      role: z.string().max(50).optional(),
      sortBy: z.enum(["username", "created_at", "last_login"]).default("username"),
      sortOrder: SortOrder.default("ASC"),
    }),
    response: z.object({ users: z.array(AdminUser), total: z.number().int() }),
  }),
  setUserRoles: endpoint("PUT /api/admin/dashboard/users/{userId}/roles", {
    summary: "Set the roles of a user",
    access: "roles.write",
    params: byUser,
    body: RoleIds.extend({ base_version: z.number().int().optional() }),
    response: OneUser,
    errors: ["conflict", "stale", "reauthentication_required"],
  }),
  assignRoles: endpoint("POST /api/admin/dashboard/users/{userId}/roles", {
    summary: "Add roles to a user",
    access: "roles.write",
    params: byUser,
    body: RoleIds,
    response: OneUser,
    errors: ["reauthentication_required"],
  }),
  removeRoles: endpoint("DELETE /api/admin/dashboard/users/{userId}/roles", {
    summary: "Remove roles from a user",
    access: "roles.write",
    params: byUser,
    body: RoleIds,
    errors: ["conflict", "reauthentication_required"],
  }),
  assignRole: endpoint("POST /api/admin/dashboard/users/{userId}/roles/{roleId}", {
    summary: "Add a role to a user",
    access: "roles.write",
    params: byUserAndRole,
    response: OneUser,
    errors: ["reauthentication_required"],
  }),
  removeRole: endpoint("DELETE /api/admin/dashboard/users/{userId}/roles/{roleId}", {
    summary: "Remove a role from a user; succeeds if the user lacks it",
    access: "roles.write",
    params: byUserAndRole,
    errors: ["conflict", "reauthentication_required"],
  }),
  endUserSessions: endpoint("DELETE /api/admin/dashboard/users/{id}/sessions", {
    summary: "End all sessions of a user",
    access: "roles.write",
    params: z.object({ id: Id }),
  }),
  deleteUser: endpoint("DELETE /api/admin/dashboard/users/{id}", {
    summary: "Delete another user's account",
    access: "users.delete",
    params: z.object({ id: Id }),
  }),
};
