import { AppError } from "contract/errors.ts";
import type { Permission } from "contract/permissions.ts";
import { lackingPermissions, type Standing, superAdminRole } from "contract/roles/rules.ts";
import { eq, inArray, sql } from "drizzle-orm";
import { findStanding } from "../accounts/queries.ts";
import { users } from "../accounts/table.ts";
import { recordChange } from "../audit/commands.ts";
import type { Db } from "../db/connect.ts";
import { brokenUniqueRule } from "../db/errors.ts";
import type { Viewer } from "../http/viewer.ts";
import { toAdminRole } from "./present.ts";
import { lockRoles, type RoleRow, requireRole } from "./queries.ts";
import { adminRoles, roleAssignments } from "./table.ts";

/** The administrator who makes a change. What they may do is read again when the change has its turn. */
export type Editor = Pick<Viewer, "userId">;

export interface NewRole {
  name: string;
  description: string;
  permissions: readonly Permission[];
}

/** Makes a role. Throws `forbidden` for permissions that the editor lacks, `conflict` for a name that is taken. */
export function createRole(db: Db, editor: Editor, role: NewRole): Promise<RoleRow> {
  return db.transaction(async (tx) => {
    checkMayGive(await takeTurn(tx, editor), role.permissions);
    const values = { ...role, permissions: distinct(role.permissions) };
    const [made] = await tx.insert(adminRoles).values(values).returning().catch(throwNameTaken);
    await recordChange(tx, editor, {
      action: "CREATE",
      resourceType: "admin_role",
      resourceKey: made!.name,
      resourceId: made!.id,
      description: `Created the role ${made!.name}`,
      newValue: kept(made!),
    });
    return { ...made!, userCount: 0 };
  });
}

export interface RoleChanges {
  name?: string | undefined;
  description?: string | undefined;
  permissions?: readonly Permission[] | undefined;
}

/**
 * Changes a role; what is left out stays, and nothing is recorded when nothing changes. Throws `not_found`, `forbidden` for
 * `super_admin` and for new permissions that the editor lacks, `stale` when the role is not at `baseVersion` any more,
 * `conflict` for a name that is taken.
 */
export function changeRole(
  db: Db,
  editor: Editor,
  idOrName: string,
  changes: RoleChanges,
  baseVersion: number | undefined,
): Promise<RoleRow> {
  return db.transaction(async (tx) => {
    const standing = await takeTurn(tx, editor);
    const role = await requireChangeable(tx, idOrName);
    if (baseVersion !== undefined && baseVersion !== role.version) {
      throw new AppError("stale", "Somebody changed this role meanwhile", { current: toAdminRole(role) });
    }
    const { name = role.name, description = role.description } = changes;
    const permissions = distinct(changes.permissions ?? role.permissions);
    checkMayGive(
      standing,
      permissions.filter((permission) => !role.permissions.includes(permission)),
    );
    const changed = { ...role, name, description, permissions };
    if (JSON.stringify(kept(changed)) === JSON.stringify(kept(role))) return role;
    await tx
      .update(adminRoles)
      .set({ name, description, permissions, version: role.version + 1 })
      .where(eq(adminRoles.id, role.id))
      .catch(throwNameTaken);
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "admin_role",
      resourceKey: name,
      resourceId: role.id,
      description: `Changed the role ${role.name}`,
      oldValue: kept(role),
      newValue: kept(changed),
    });
    return { ...changed, version: role.version + 1 };
  });
}

/** Deletes a role and takes it from all who hold it. Throws `not_found`, and `forbidden` for `super_admin`. */
export function deleteRole(db: Db, editor: Editor, idOrName: string): Promise<void> {
  return db.transaction(async (tx) => {
    await takeTurn(tx, editor);
    const role = await requireChangeable(tx, idOrName);
    const taken = await tx
      .delete(roleAssignments)
      .where(eq(roleAssignments.roleId, role.id))
      .returning({ userId: roleAssignments.userId });
    const userIds = taken.map(({ userId }) => userId);
    await noteRolesChanged(tx, userIds);
    await tx.delete(adminRoles).where(eq(adminRoles.id, role.id));
    await recordChange(tx, editor, {
      action: "DELETE",
      resourceType: "admin_role",
      resourceKey: role.name,
      resourceId: role.id,
      description: `Deleted the role ${role.name}`,
      oldValue: kept(role),
      details: { taken_from_users: userIds },
    });
  });
}

/** Waits until nobody else changes roles, and says what the editor may do from there on. */
export async function takeTurn(tx: Db, editor: Editor): Promise<Standing> {
  await lockRoles(tx);
  return findStanding(tx, editor.userId);
}

/** Nobody gives what they do not have (spec/administration 3.5). */
export function checkMayGive({ permissions }: Standing, wanted: readonly Permission[]): void {
  const lacking = lackingPermissions(permissions, wanted);
  if (lacking.length > 0) throw new AppError("forbidden", `You lack what you want to give: ${lacking.join(", ")}`);
}

/** The sets of roles that these users hold have become others. */
export async function noteRolesChanged(tx: Db, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .update(users)
    .set({ rolesVersion: sql`${users.rolesVersion} + 1` })
    .where(inArray(users.id, [...userIds]));
}

async function requireChangeable(tx: Db, idOrName: string): Promise<RoleRow> {
  const role = await requireRole(tx, idOrName);
  if (role.name === superAdminRole) throw new AppError("forbidden", `The role ${superAdminRole} stays as it is`);
  return role;
}

/** What the audit keeps of a role. */
function kept({ name, description, permissions }: NewRole) {
  return { name, description, permissions };
}

function distinct(permissions: readonly Permission[]): Permission[] {
  return [...new Set(permissions)].sort();
}

function throwNameTaken(error: unknown): never {
  if (brokenUniqueRule(error) !== "admin_roles_name_key") throw error;
  const msg = "A role with this name exists already";
  throw new AppError("conflict", msg, { details: [{ path: "name", msg }] });
}
