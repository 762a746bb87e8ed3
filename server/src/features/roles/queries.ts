import { AppError } from "contract/core/errors.ts";
import type { Order } from "contract/core/sorting.ts";
import { foldText } from "contract/core/text.ts";
import type { Permission } from "contract/permissions.ts";
import { superAdminRole } from "contract/roles/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, asc, eq, exists, or, type SQL, sql } from "../../platform/db/drizzle.ts";
import { adminRoles, roleAssignments, users } from "../users/table.ts";

export interface RoleRow {
  id: number;
  name: string;
  description: string;
  permissions: Permission[];
  languages: string[] | null;
  version: number;
  userCount: number;
}

/** All roles in the order of creation. There are few. */
export function listRoles(db: Db): Promise<RoleRow[]> {
  return db
    .select({
      id: adminRoles.id,
      name: adminRoles.name,
      description: adminRoles.description,
      permissions: adminRoles.permissions,
      languages: adminRoles.languages,
      version: adminRoles.version,
      userCount: sql`(select count(*) from role_assignments where role_id = admin_roles.id)`.mapWith(Number),
    })
    .from(adminRoles)
    .orderBy(asc(adminRoles.id));
}

/** The role with this id or name; a name begins with a letter. */
export function pickRole(roles: readonly RoleRow[], idOrName: number | string): RoleRow | undefined {
  const key = String(idOrName).toLowerCase();
  return roles.find(({ id, name }) => String(id) === key || name.toLowerCase() === key);
}

/** Throws `not_found`. */
export async function requireRole(db: Db, idOrName: number | string): Promise<RoleRow> {
  const role = pickRole(await listRoles(db), idOrName);
  if (!role) throw new AppError("not_found", "Role not found");
  return role;
}

interface AssignedRoleRow {
  roleId: number;
  roleName: string;
  /** ISO 8601, as the database writes it. */
  assignedAt: string;
}

const userColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  createdAt: users.createdAt,
  lastLoginAt: users.lastLoginAt,
  rolesVersion: users.rolesVersion,
  roles: sql<AssignedRoleRow[]>`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'roleId', held.id, 'roleName', held.name, 'assignedAt', role_assignments.assigned_at
    ) order by held.id), '[]')
    from role_assignments join admin_roles held on held.id = role_assignments.role_id
    where role_assignments.user_id = users.id
  )`,
};

function selectUsers(db: Db) {
  return db.select(userColumns).from(users).$dynamic();
}

export type AdminUserRow = Awaited<ReturnType<typeof selectUsers>>[number];

export type UserSort = "username" | "created_at" | "last_login";

export interface UserFilters {
  /** Part of the username, whatever its accents, or of the email address, in any case. */
  search: string;
  /** A role's id or name, or `any` for users with a role. Left out: all users. */
  role?: string | undefined;
}

const sortColumns: Record<UserSort, SQL> = {
  // the same on every database, whatever its locale
  username: sql`${users.usernameKey} collate "C"`,
  created_at: sql`${users.createdAt}`,
  last_login: sql`${users.lastLoginAt}`,
};

/** A page of the users, and how many match the filters; users who never signed in come last in both directions. */
export async function listAdminUsers(
  db: Db,
  filters: UserFilters,
  { sort, order, limit, offset }: { sort: UserSort; order: Order; limit: number; offset: number },
): Promise<{ users: AdminUserRow[]; total: number }> {
  const where = and(matches(filters.search), await holds(db, filters.role));
  const direction = sql.raw(order);
  const rows = await selectUsers(db)
    .where(where)
    .orderBy(sql`${sortColumns[sort]} ${direction} nulls last`, sql`${users.id} ${direction}`)
    .limit(limit)
    .offset(offset);
  return { users: rows, total: await db.$count(users, where) };
}

/** The users who have the role, by name. */
export async function listRoleUsers(db: Db, roleId: number): Promise<AdminUserRow[]> {
  return selectUsers(db).where(holdsRole(db, roleId)).orderBy(sortColumns.username);
}

/** Throws `not_found`. */
export async function requireAdminUser(db: Db, userId: number): Promise<AdminUserRow> {
  const [user] = await selectUsers(db).where(eq(users.id, userId));
  if (!user) throw new AppError("not_found", "User not found");
  return user;
}

function matches(search: string): SQL | undefined {
  if (search === "") return undefined;
  const part = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  // usernames have no accents, addresses may
  return or(
    sql`${users.usernameKey} like ${part(foldText(search))}`,
    sql`${users.emailKey} like ${part(search.toLowerCase())}`,
  );
}

async function holds(db: Db, role: string | undefined): Promise<SQL | undefined> {
  if (!role) return undefined;
  if (role === "any") return holdsRole(db);
  return holdsRole(db, pickRole(await listRoles(db), role)?.id ?? 0);
}

function holdsRole(db: Db, roleId?: number): SQL {
  const ofUser = eq(roleAssignments.userId, users.id);
  const which = roleId === undefined ? ofUser : and(ofUser, eq(roleAssignments.roleId, roleId));
  return exists(db.select({ found: sql`1` }).from(roleAssignments).where(which));
}

/** A user's roles, each with the time of its assignment. */
export function listRolesOf(db: Db, userId: number) {
  return db
    .select({ name: adminRoles.name, assignedAt: roleAssignments.assignedAt })
    .from(roleAssignments)
    .innerJoin(adminRoles, eq(adminRoles.id, roleAssignments.roleId))
    .where(eq(roleAssignments.userId, userId))
    .orderBy(asc(adminRoles.id));
}

/** The email addresses of the super admins. */
export async function listSuperAdminAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ email: users.email })
    .from(users)
    .innerJoin(roleAssignments, eq(roleAssignments.userId, users.id))
    .innerJoin(adminRoles, eq(adminRoles.id, roleAssignments.roleId))
    .where(and(eq(adminRoles.name, superAdminRole), users.emailVerified));
  return rows.flatMap(({ email }) => email ?? []);
}
