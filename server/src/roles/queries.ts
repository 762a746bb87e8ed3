import { AppError } from "contract/errors.ts";
import type { Order } from "contract/games/sorting.ts";
import type { Permission } from "contract/permissions.ts";
import { type HeldRole, superAdminRole } from "contract/roles/rules.ts";
import { and, asc, eq, exists, or, type SQL, sql } from "drizzle-orm";
import { users } from "../accounts/table.ts";
import type { Db } from "../db/connect.ts";
import { adminRoles, roleAssignments } from "./table.ts";

/** The roles of the user at hand, as a column of a query that reads `users`. */
export const heldRoles = sql<HeldRole[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('name', held.name, 'permissions', held.permissions)), '[]')
  from role_assignments join admin_roles held on held.id = role_assignments.role_id
  where role_assignments.user_id = users.id
)`;

export interface RoleRow {
  id: number;
  name: string;
  description: string;
  permissions: Permission[];
  version: number;
  userCount: number;
}

/** All roles, in the order in which they were made. There are few. */
export function listRoles(db: Db): Promise<RoleRow[]> {
  return db
    .select({
      id: adminRoles.id,
      name: adminRoles.name,
      description: adminRoles.description,
      permissions: adminRoles.permissions,
      version: adminRoles.version,
      userCount: sql`(select count(*) from role_assignments where role_id = admin_roles.id)`.mapWith(Number),
    })
    .from(adminRoles)
    .orderBy(asc(adminRoles.id));
}

/** The role of an id or a name, which has letters first. */
export function pickRole(roles: readonly RoleRow[], idOrName: number | string): RoleRow | undefined {
  const wanted = String(idOrName).toLowerCase();
  return roles.find(({ id, name }) => String(id) === wanted || name.toLowerCase() === wanted);
}

/** Throws `not_found`. */
export async function requireRole(db: Db, idOrName: number | string): Promise<RoleRow> {
  const role = pickRole(await listRoles(db), idOrName);
  if (!role) throw new AppError("not_found", "Role not found");
  return role;
}

/** Makes whoever else changes roles, or who holds them, wait for the end of the transaction. */
export async function lockRoles(tx: Db): Promise<void> {
  await tx.execute(sql`select from admin_roles where name = ${superAdminRole} for update`);
}

/** Whether the user is the only one who holds `super_admin`. Certain until the end of a transaction that locked the roles. */
export async function isLastSuperAdmin(tx: Db, userId: number): Promise<boolean> {
  const holders = await tx
    .select({ userId: roleAssignments.userId })
    .from(roleAssignments)
    .innerJoin(adminRoles, eq(adminRoles.id, roleAssignments.roleId))
    .where(eq(adminRoles.name, superAdminRole))
    .limit(2);
  return holders.length === 1 && holders[0]?.userId === userId;
}

export interface AssignedRoleRow {
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
  /** A part of the username or the email address, in any case. */
  search: string;
  /** A role's id or name, or `any` for those who hold one; all users without. */
  role?: string | undefined;
}

const sortColumns: Record<UserSort, SQL> = {
  // the same on every database, whatever its locale
  username: sql`${users.usernameKey} collate "C"`,
  created_at: sql`${users.createdAt}`,
  last_login: sql`${users.lastLoginAt}`,
};

/** A page of the users, and how many the filters leave; those who never signed in come last in both directions. */
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

/** Everybody who holds the role, by name. */
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
  const text = search.toLowerCase();
  if (text === "") return undefined;
  const part = sql`${`%${text.replace(/[\\%_]/g, "\\$&")}%`}`;
  return or(sql`${users.usernameKey} like ${part}`, sql`${users.emailKey} like ${part}`);
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
