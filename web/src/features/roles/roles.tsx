import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { type Permission, permissions } from "contract/permissions.ts";
import type { AdminRole } from "contract/roles/schema.ts";
import { Badge } from "../../ui/badge.tsx";
import { adminFreshFor, adminKey } from "../admin/queries.ts";

/** The permissions of a role by area. */
export function PermissionList({ permissions, languages }: Pick<AdminRole, "permissions" | "languages">) {
  if (permissions.length === 0) return <p className="text-muted">This role allows nothing by itself.</p>;
  const groups = permissionGroups.map((group) => ({
    name: group.name,
    held: group.permissions.filter((permission) => permissions.includes(permission)),
  }));
  return (
    <ul aria-label="Permissions" className="grid gap-2">
      {groups
        .filter(({ held }) => held.length > 0)
        .map(({ name, held }) => (
          <li key={name} className="flex flex-wrap gap-1">
            {held.map((permission) => (
              <Badge key={permission}>
                {permission}
                {permission === "content.translate" && languages && ` (${languages.join(", ")})`}
              </Badge>
            ))}
          </li>
        ))}
    </ul>
  );
}

/** Permissions by area: `content` with `content.read`, `content.write` and so on. */
export const permissionGroups: readonly { name: string; permissions: readonly Permission[] }[] = [
  ...Map.groupBy(permissions, (permission) => permission.split(".")[0]!),
].map(([name, permissions]) => ({ name, permissions }));

/** What a permission covers that its name does not say. */
export const permissionHints: Partial<Record<Permission, string>> = {
  "catalogue.write": "Prices and links in catalogue files need prices.write too",
  "sources.write": "Feeds bring prices and links for any store",
  "stores.write": "Includes how links to a store are formed",
};

/** All admin roles with their permissions. */
export function rolesQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "roles"],
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => (await call("GET /api/admin/dashboard/roles", {}, { signal })).roles,
  });
}
