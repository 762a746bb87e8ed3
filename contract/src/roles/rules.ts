import { type Permission, permissions } from "../permissions.ts";

/** The role that implies every permission and cannot be changed or deleted (spec/administration 3.4). */
export const superAdminRole = "super_admin";

/** The roles that ship. `super_admin` stays as it is; the others are a start that can be edited. */
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

/** A user's role. */
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

/** What these roles together allow. */
export function privilegesOf(roles: readonly HeldRole[]): Privileges {
  const isSuperAdmin = roles.some(({ name }) => name === superAdminRole);
  const held = isSuperAdmin ? permissions : roles.flatMap((role) => role.permissions);
  return { isAdmin: roles.length > 0, isSuperAdmin, permissions: new Set(held) };
}

/** The permissions that a user lacks to grant (or hold) these. */
export function lackingPermissions(held: ReadonlySet<Permission>, wanted: readonly Permission[]): Permission[] {
  return wanted.filter((permission) => !held.has(permission));
}

/** What changes between the roles that a user holds and those wanted, by their ids (spec/administration 5.2). */
export function roleChange(held: readonly number[], wanted: readonly number[]) {
  return {
    added: wanted.filter((id) => !held.includes(id)),
    removed: held.filter((id) => !wanted.includes(id)),
    /** The word of the confirm step. */
    action: wanted.length > held.length ? ("assign" as const) : ("remove" as const),
  };
}
