import { type Permission, permissions } from "../permissions.ts";

/** The role that implies every permission and cannot be changed or deleted (spec/administration 3.4). */
export const superAdminRole = "super_admin";

/** The roles of a new site. `super_admin` is fixed; the others can be edited. */
export const shippedRoles: readonly { name: string; description: string; permissions: readonly Permission[] }[] = [
  { name: superAdminRole, description: "May do everything", permissions },
  {
    name: "content_manager",
    description: "Edits the site's texts and reads its settings",
    permissions: ["content.read", "content.write", "config.read", "audit.read"],
  },
  { name: "content_viewer", description: "Reads the site's texts", permissions: ["content.read"] },
  {
    name: "catalogue_editor",
    description: "Edits games and decides which of them the stores' products are",
    permissions: ["catalogue.read", "catalogue.write", "prices.read", "stores.read", "audit.read"],
  },
  {
    name: "price_editor",
    description: "Corrects offers and runs the sources of prices",
    permissions: [
      "prices.read",
      "prices.write",
      "sources.read",
      "sources.write",
      "catalogue.read",
      "stores.read",
      "audit.read",
    ],
  },
];

/** A role that a user holds. */
export interface HeldRole {
  name: string;
  permissions: readonly Permission[];
}

export interface Privileges {
  /** Holds at least one role, even one that allows nothing (spec/administration 3.2). */
  isAdmin: boolean;
  isSuperAdmin: boolean;
  permissions: ReadonlySet<Permission>;
}

/** The combined privileges of these roles. */
export function privilegesOf(roles: readonly HeldRole[]): Privileges {
  const isSuperAdmin = roles.some(({ name }) => name === superAdminRole);
  const held = isSuperAdmin ? permissions : roles.flatMap((role) => role.permissions);
  return { isAdmin: roles.length > 0, isSuperAdmin, permissions: new Set(held) };
}

/** The permissions that a user lacks in order to grant (or hold) these. */
export function lackingPermissions(held: ReadonlySet<Permission>, required: readonly Permission[]): Permission[] {
  return required.filter((permission) => !held.has(permission));
}

/** The changes from the roles that a user holds to the requested ones, by their ids (spec/administration 5.2). */
export function roleChange(held: readonly number[], requested: readonly number[]) {
  return {
    added: requested.filter((id) => !held.includes(id)),
    removed: held.filter((id) => !requested.includes(id)),
    /** The action that the confirmation names. */
    action: requested.length > held.length ? ("assign" as const) : ("remove" as const),
  };
}
