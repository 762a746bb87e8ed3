import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { adminFreshFor, adminKey } from "../admin/queries.ts";
import type { UsersState } from "./users-state.ts";

/** Users in a page of the list (spec/administration 2.4). */
export const usersPageSize = 20;

/** A page of the users with their roles. */
export function usersQuery(call: Call, { page, search, role, sort, order }: UsersState) {
  return queryOptions({
    queryKey: [adminKey, "users", page, search, role, sort, order],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { page, limit: usersPageSize, search, role: role || undefined, sortBy: sort, sortOrder: order };
      return call("GET /api/admin/dashboard/users", { query }, { signal });
    },
  });
}

/** All admin roles with their permissions. */
export function rolesQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "roles"],
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => (await call("GET /api/admin/dashboard/roles", {}, { signal })).roles,
  });
}

/** The users with a role. */
export function roleUsersQuery(call: Call, roleId: number) {
  return queryOptions({
    queryKey: [adminKey, "roles", roleId, "users"],
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => {
      const params = { id: String(roleId) };
      return (await call("GET /api/admin/dashboard/roles/{id}/users", { params }, { signal })).users;
    },
  });
}
