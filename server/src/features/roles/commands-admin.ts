import { randomBytes } from "node:crypto";
import { AppError } from "contract/core/errors.ts";
import { superAdminRole } from "contract/roles/rules.ts";
import { eq, or } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { registerUser } from "../accounts/commands.ts";
import { removeAllFactors } from "../accounts/factors/commands.ts";
import { setPassword } from "../accounts/passwords/commands-reset.ts";
import { emailKey, lockRoles } from "../accounts/queries.ts";
import { users } from "../accounts/table.ts";
import { recordChange } from "../audit/commands.ts";
import { increaseRolesVersions } from "./commands.ts";
import { listRoles, requireAdminUser, requireRole } from "./queries.ts";
import { seedRoles } from "./seed.ts";
import { roleAssignments } from "./table.ts";

export interface Administrator {
  username: string;
  email: string;
  password: string;
}

/** A random password, to be shown once. */
export function newPassword(): string {
  return randomBytes(15).toString("base64url");
}

/** Creates an account with the role `super_admin`. Throws `conflict` when its name or address is taken. */
export async function createSuperAdmin(db: Db, administrator: Administrator): Promise<void> {
  await seedRoles(db);
  await db.transaction(async (tx) => {
    await lockRoles(tx);
    await insertSuperAdmin(tx, administrator);
  });
}

/**
 * Creates the first super admin. Returns whether there was none. Throws `conflict` when the name or the address
 * belongs to an account, which need not be the operator's.
 */
export async function createFirstSuperAdmin(db: Db, administrator: Administrator): Promise<boolean> {
  await seedRoles(db);
  return db.transaction(async (tx) => {
    await lockRoles(tx);
    const superAdmin = (await listRoles(tx)).find(({ name }) => name === superAdminRole);
    if (superAdmin && superAdmin.userCount > 0) return false;
    await insertSuperAdmin(tx, administrator);
    return true;
  });
}

async function insertSuperAdmin(tx: Db, administrator: Administrator): Promise<void> {
  const { id, username } = await registerUser(tx, administrator);
  const role = await requireRole(tx, superAdminRole);
  await tx.insert(roleAssignments).values({ userId: id, roleId: role.id });
  await increaseRolesVersions(tx, [id]);
  await recordChange(tx, null, {
    action: "CREATE",
    resourceType: "user",
    resourceKey: username,
    resourceId: id,
    description: `Created the super admin ${username}`,
    newValue: { username, roles: [superAdminRole] },
  });
}

/**
 * Sets an administrator's password and ends all their sessions; `removesFactors` also removes their second factors and
 * recovery codes. Returns the email address to sign in by. Throws `not_found` for an unknown name or address, and for a
 * user without an admin role.
 */
export function resetAdminPassword(
  db: Db,
  nameOrEmail: string,
  password: string,
  { removesFactors = false }: { removesFactors?: boolean } = {},
): Promise<string> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: users.id })
      .from(users)
      .where(or(eq(users.usernameKey, nameOrEmail.toLowerCase()), eq(users.emailKey, emailKey(nameOrEmail))));
    const user = found && (await requireAdminUser(tx, found.id));
    if (!user || user.roles.length === 0) throw new AppError("not_found", `No administrator is called ${nameOrEmail}`);
    if (!user.email) throw new AppError("conflict", `${nameOrEmail} signs in without a password`);
    await setPassword(tx, user.id, password);
    if (removesFactors) await removeAllFactors(tx, user.id);
    await recordChange(tx, null, {
      action: "UPDATE",
      resourceType: "user",
      resourceKey: user.username,
      resourceId: user.id,
      description: `Reset the password of ${user.username}${removesFactors ? ", and removed the second factors" : ""}`,
    });
    return user.email;
  });
}
