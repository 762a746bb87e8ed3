import type { Permission } from "./permissions.ts";

/** The scopes of API keys (spec/api 10.2). */
export const scopes = [
  "read:catalogue",
  "read:lists",
  "write:lists",
  "read:library",
  "write:library",
  "read:translations",
  "propose:translations",
  "read:matches",
  "propose:matches",
] as const;

export type Scope = (typeof scopes)[number];

/** The permissions of its owner that a scope makes use of; the other scopes need none. */
export const scopePermissions: { readonly [S in Scope]?: Permission } = {
  "read:translations": "content.read",
  "propose:translations": "content.translate",
  "read:matches": "catalogue.read",
  "propose:matches": "catalogue.write",
};

/** Whether an owner with these permissions can give a key the scope. */
export function mayGive(scope: Scope, permissions: ReadonlySet<Permission>): boolean {
  const needed = scopePermissions[scope];
  return needed === undefined || permissions.has(needed);
}
