import { AppError } from "contract/core/errors.ts";
import type { Permission } from "contract/permissions.ts";
import { type Grant, lackingPrivileges, type Privileges, superAdminRole } from "contract/roles/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, inArray, sql } from "../../platform/db/drizzle.ts";
import { throwTaken } from "../../platform/db/errors.ts";
import { changedMeanwhile, isStale } from "../../platform/db/versions.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import { findPrivileges, lockRoles } from "../accounts/queries.ts";
import { recordChange } from "../audit/commands.ts";
import { adminRoles, roleAssignments, users } from "../users/table.ts";
import { toAdminRole } from "./present.ts";
import { type RoleRow, requireRole } from "./queries.ts";

/** The administrator who makes a change. Their permissions are read under the lock, not from the request. */
export type Editor = Pick<Viewer, "userId">;

export interface NewRole {
  name: string;
  description: string;
  permissions: readonly Permission[];
  /** The languages that `content.translate` covers; `null` = all. */
  languages: readonly string[] | null;
}

/** Creates a role. Throws `forbidden` for permissions that the editor lacks, `conflict` for a name that is taken. */
export function createRole(db: Db, editor: Editor, role: NewRole): Promise<RoleRow> {
  return db.transaction(async (tx) => {
    requireGrantable(await acquireLock(tx, editor), role);
    const values = {
      ...role,
      permissions: unique(role.permissions),
      languages: role.languages && unique(role.languages),
    };
    const [created] = await tx.insert(adminRoles).values(values).returning().catch(throwNameTaken);
    await recordChange(tx, editor, {
      action: "CREATE",
      resourceType: "admin_role",
      resourceKey: created!.name,
      resourceId: created!.id,
      description: `Created the role ${created!.name}`,
      newValue: toAuditValue(created!),
    });
    return { ...created!, userCount: 0 };
  });
}

export interface RoleChanges {
  name?: string | undefined;
  description?: string | undefined;
  permissions?: readonly Permission[] | undefined;
  languages?: readonly string[] | null | undefined;
}

/**
 * Changes a role; omitted fields stay, and a change of nothing is not recorded. Throws `not_found`, `forbidden` for
 * `super_admin` and for new permissions that the editor lacks, `stale` when the role is no longer at `baseVersion`,
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
    const privileges = await acquireLock(tx, editor);
    const role = await requireChangeable(tx, idOrName);
    if (isStale(role, baseVersion)) throw changedMeanwhile("this role", toAdminRole(role));
    const { name = role.name, description = role.description } = changes;
    const permissions = unique(changes.permissions ?? role.permissions);
    const languages = changes.languages === undefined ? role.languages : changes.languages && unique(changes.languages);
    const changed = { ...role, name, description, permissions, languages };
    requireGrantable(privileges, changed, role);
    if (JSON.stringify(toAuditValue(changed)) === JSON.stringify(toAuditValue(role))) return role;
    await tx
      .update(adminRoles)
      .set({ name, description, permissions, languages, version: role.version + 1 })
      .where(eq(adminRoles.id, role.id))
      .catch(throwNameTaken);
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "admin_role",
      resourceKey: name,
      resourceId: role.id,
      description: `Changed the role ${role.name}`,
      oldValue: toAuditValue(role),
      newValue: toAuditValue(changed),
    });
    return { ...changed, version: role.version + 1 };
  });
}

/** Deletes a role and its assignments. Throws `not_found`, and `forbidden` for `super_admin`. */
export function deleteRole(db: Db, editor: Editor, idOrName: string): Promise<void> {
  return db.transaction(async (tx) => {
    await acquireLock(tx, editor);
    const role = await requireChangeable(tx, idOrName);
    const removed = await tx
      .delete(roleAssignments)
      .where(eq(roleAssignments.roleId, role.id))
      .returning({ userId: roleAssignments.userId });
    const userIds = removed.map(({ userId }) => userId);
    await increaseRolesVersions(tx, userIds);
    await tx.delete(adminRoles).where(eq(adminRoles.id, role.id));
    await recordChange(tx, editor, {
      action: "DELETE",
      resourceType: "admin_role",
      resourceKey: role.name,
      resourceId: role.id,
      description: `Deleted the role ${role.name}`,
      oldValue: toAuditValue(role),
      details: { taken_from_users: userIds },
    });
  });
}

/** Serializes changes of roles. Returns the editor's current privileges. */
export async function acquireLock(tx: Db, editor: Editor): Promise<Privileges> {
  await lockRoles(tx);
  return findPrivileges(tx, editor.userId);
}

/** Administrators can only grant permissions that they have (spec/administration 3.5). Throws `forbidden`. */
export function requireGrantable(privileges: Privileges, granted: Grant, before?: Grant): void {
  const lacking = lackingPrivileges(privileges, granted, before);
  if (lacking.length > 0)
    throw new AppError("forbidden", `You can't grant permissions that you don't have: ${lacking.join(", ")}`);
}

export async function increaseRolesVersions(tx: Db, userIds: readonly number[]): Promise<void> {
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

function toAuditValue({ name, description, permissions, languages }: NewRole) {
  return { name, description, permissions, ...(languages && { languages }) };
}

function unique<Word extends string>(words: readonly Word[]): Word[] {
  return [...new Set(words)].sort();
}

function throwNameTaken(error: unknown): never {
  throwTaken(error, "admin_roles_name_key", { path: "name", msg: "A role with this name exists already" });
}
