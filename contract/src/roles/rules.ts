import { type Permission, permissions } from "../permissions.ts";

/** The role that implies every permission and cannot be changed or deleted (spec/administration 3.4). */
export const superAdminRole = "super_admin";

/** The roles of a new site. `super_admin` is fixed; the others can be edited. */
export const shippedRoles: readonly { name: string; description: string; permissions: readonly Permission[] }[] = [
  { name: superAdminRole, description: "May do everything", permissions },
  {
    name: "content_manager",
    description: "Edits the site's texts and reads its settings",
    permissions: ["content.read", "content.write", "content.translate", "config.read", "audit.read"],
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
export interface HeldRole extends Grant {
  name: string;
}

/** What a role allows. */
export interface Grant {
  permissions: readonly Permission[];
  /** The languages that `content.translate` covers; `null` = all. */
  languages: readonly string[] | null;
}

export interface Privileges {
  /** Holds at least one role, even one that allows nothing (spec/administration 3.2). */
  isAdmin: boolean;
  isSuperAdmin: boolean;
  permissions: ReadonlySet<Permission>;
  /** The languages that `content.translate` covers; `null` = all. */
  languages: ReadonlySet<string> | null;
}

/** The combined privileges of these roles. */
export function privilegesOf(roles: readonly HeldRole[]): Privileges {
  const isSuperAdmin = roles.some(({ name }) => name === superAdminRole);
  const held = isSuperAdmin ? permissions : roles.flatMap((role) => role.permissions);
  const translated = roles.map(languagesOf);
  const languages =
    isSuperAdmin || translated.includes(null) ? null : new Set(translated.flatMap((some) => some ?? []));
  return { isAdmin: roles.length > 0, isSuperAdmin, permissions: new Set(held), languages };
}

const languagesOf = ({ permissions, languages }: Grant) => (permissions.includes("content.translate") ? languages : []);

/** Whether these privileges cover translations into a language. */
export function mayTranslate({ permissions, languages }: Held, language: string): boolean {
  return permissions.has("content.translate") && (languages === null || languages.has(language));
}

type Held = Pick<Privileges, "permissions" | "languages">;

const nothing: Grant = { permissions: [], languages: [] };

/** What a user lacks in order to grant this, in words. What a role allowed `before` may stay. */
export function lackingPrivileges(held: Held, granted: Grant, before: Grant = nothing): string[] {
  const lacking = granted.permissions.filter(
    (permission) => !before.permissions.includes(permission) && !held.permissions.has(permission),
  );
  const [after, earlier] = [languagesOf(granted), languagesOf(before)];
  if (held.languages === null || earlier === null || lacking.includes("content.translate")) return lacking;
  if (after === null) return [...lacking, "content.translate in all languages"];
  const added = after.filter((language) => !earlier.includes(language) && !mayTranslate(held, language));
  return [...lacking, ...added.map((language) => `content.translate in ${language}`)];
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
