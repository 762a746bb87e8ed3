import { AppError } from "contract/core/errors.ts";
import { roleChange, superAdminRole } from "contract/roles/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq } from "../../platform/db/drizzle.ts";
import { changedMeanwhile, isStale } from "../../platform/db/versions.ts";
import { removeAccount } from "../accounts/commands.ts";
import { isLastSuperAdmin } from "../accounts/queries.ts";
import { endAllSessions, endPendingLinks } from "../accounts/sessions/commands-session.ts";
import { sessions } from "../accounts/table.ts";
import { recordChange } from "../audit/commands.ts";
import { roleAssignments } from "../users/table.ts";
import { acquireLock, type Editor, increaseRolesVersions, requireGrantable } from "./commands.ts";
import { toAdminUser } from "./present.ts";
import { type AdminUserRow, listRoles, pickRole, type RoleRow, requireAdminUser } from "./queries.ts";

/** Roles by their ids or names. */
type RoleNames = readonly (number | string)[];

export interface UserRoleChanges {
  /** Replaces the roles. If omitted, `added` and `removed` apply to the current ones. */
  exactly?: RoleNames;
  added?: RoleNames;
  removed?: RoleNames;
}

/**
 * Grants and revokes roles of a user, with one audit entry for each role that changes. Throws `not_found` for an
 * unknown user or role, `forbidden` for a role that the editor may not grant or revoke, `conflict` when no super admin
 * would be left, and `stale` when the user's roles are no longer at `baseVersion`.
 */
export function changeUserRoles(
  db: Db,
  editor: Editor,
  userId: number,
  changes: UserRoleChanges,
  baseVersion?: number,
): Promise<AdminUserRow> {
  return db.transaction(async (tx) => {
    const privileges = await acquireLock(tx, editor);
    const user = await requireAdminUser(tx, userId);
    if (isStale({ version: user.rolesVersion }, baseVersion))
      throw changedMeanwhile("this user's roles", toAdminUser(user, privileges));
    const roles = await listRoles(tx);
    const held = user.roles.map(({ roleId }) => roleId);
    const { added, removed } = roleChange(held, requestedIds(roles, held, changes));
    const granted = roles.filter(({ id }) => added.includes(id));
    const revoked = roles.filter(({ id }) => removed.includes(id));
    if ([...granted, ...revoked].some(({ name }) => name === superAdminRole) && !privileges.isSuperAdmin) {
      throw new AppError("forbidden", `Only a super admin gives or takes ${superAdminRole}`);
    }
    for (const role of granted) requireGrantable(privileges, role);
    if (revoked.some(({ name }) => name === superAdminRole) && (await isLastSuperAdmin(tx, userId))) {
      throw new AppError("conflict", `The last super admin has to keep ${superAdminRole}`);
    }
    if (granted.length + revoked.length === 0) return user;
    await increaseRolesVersions(tx, [userId]);
    for (const role of granted) await grant(tx, editor, user, role);
    for (const role of revoked) await revoke(tx, editor, user, role);
    return requireAdminUser(tx, userId);
  });
}

/** The ids of the roles that the user will have. */
function requestedIds(
  roles: RoleRow[],
  held: readonly number[],
  { exactly, added, removed }: UserRoleChanges,
): number[] {
  const idsOf = (names: RoleNames = []) => names.map((name) => idOf(roles, name));
  const without = idsOf(removed);
  const all = [...(exactly ? idsOf(exactly) : held), ...idsOf(added)];
  return [...new Set(all)].filter((id) => !without.includes(id));
}

function idOf(roles: RoleRow[], name: number | string): number {
  const role = pickRole(roles, name);
  if (!role) throw new AppError("not_found", "Role not found");
  return role.id;
}

async function grant(tx: Db, editor: Editor, user: AdminUserRow, role: RoleRow): Promise<void> {
  await tx.insert(roleAssignments).values({ userId: user.id, roleId: role.id });
  await recordChange(tx, editor, {
    action: "ASSIGN",
    ...subject(user),
    description: `Gave the role ${role.name} to ${user.username}`,
    newValue: reference(role),
  });
}

async function revoke(tx: Db, editor: Editor, user: AdminUserRow, role: RoleRow): Promise<void> {
  await tx.delete(roleAssignments).where(and(eq(roleAssignments.userId, user.id), eq(roleAssignments.roleId, role.id)));
  await recordChange(tx, editor, {
    action: "REMOVE",
    ...subject(user),
    description: `Took the role ${role.name} from ${user.username}`,
    oldValue: reference(role),
  });
}

/**
 * Deletes another user's account with everything that belongs to it. Throws `not_found`, and `forbidden` for the
 * editor's own account and, unless they are one themselves, for that of a super admin.
 */
export function deleteUser(db: Db, editor: Editor, userId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const privileges = await acquireLock(tx, editor);
    const user = await requireAdminUser(tx, userId);
    if (user.id === editor.userId) throw new AppError("forbidden", "Your own account is deleted on your profile");
    const isSuperAdmin = user.roles.some(({ roleName }) => roleName === superAdminRole);
    if (isSuperAdmin && !privileges.isSuperAdmin) {
      throw new AppError("forbidden", "Only a super admin deletes the account of one");
    }
    await removeAccount(tx, user);
    await recordChange(tx, editor, {
      action: "DELETE",
      ...subject(user),
      description: `Deleted the account ${user.username}`,
      oldValue: { username: user.username, roles: user.roles.map(({ roleName }) => roleName) },
    });
  });
}

/**
 * Ends all sessions of a user. Throws `not_found`, and `forbidden` for a super admin's unless the editor is one too.
 */
export function endUserSessions(db: Db, editor: Editor, userId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const privileges = await acquireLock(tx, editor);
    const user = await requireAdminUser(tx, userId);
    if (user.roles.some(({ roleName }) => roleName === superAdminRole) && !privileges.isSuperAdmin) {
      throw new AppError("forbidden", "Only a super admin ends the sessions of one");
    }
    const open = await tx.$count(sessions, eq(sessions.userId, userId));
    await endPendingLinks(tx, userId);
    await endAllSessions(tx, userId);
    await recordChange(tx, editor, {
      action: "UPDATE",
      ...subject(user),
      description: `Ended all sessions of ${user.username}`,
      oldValue: { sessions: open },
      newValue: { sessions: 0 },
    });
  });
}

function subject({ id, username }: AdminUserRow) {
  return { resourceType: "user", resourceKey: username, resourceId: id } as const;
}

function reference({ id, name }: RoleRow) {
  return { role_id: id, role_name: name };
}
