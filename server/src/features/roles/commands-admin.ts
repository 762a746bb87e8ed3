import { randomBytes } from "node:crypto";
import { AppError } from "contract/core/errors.ts";
import { superAdminRole } from "contract/roles/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, type InferSelectModel, or } from "../../platform/db/drizzle.ts";
import { registerUser } from "../accounts/commands.ts";
import { reclaimAccount } from "../accounts/commands-reclaim.ts";
import { setPassword } from "../accounts/passwords/commands-reset.ts";
import { conflict, emailTaken, throwConflict } from "../accounts/providers/commands-conflict.ts";
import { emailKey, findPrivileges, isAddressTaken, lockRoles, lockUser } from "../accounts/queries.ts";
import { recordChange } from "../audit/commands.ts";
import { roleAssignments, users } from "../users/table.ts";
import { increaseRolesVersions } from "./commands.ts";
import { listRoles, requireRole } from "./queries.ts";
import { seedRoles } from "./seed.ts";

type UserRow = InferSelectModel<typeof users>;

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
  const { id, username } = await registerUser(tx, administrator, { byOperator: true });
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
 * Sets an administrator's password and ends all their sessions. Returns the email address to sign in by. Throws
 * `not_found` for an unknown name or address, and for a user without an admin role.
 */
export function resetAdminPassword(db: Db, nameOrEmail: string, password: string): Promise<string> {
  return db.transaction(async (tx) => {
    const user = await lockUserByName(tx, nameOrEmail);
    if (!user || !(await isAdmin(tx, user.id))) throw noAdministrator(nameOrEmail);
    if (!user.email) throw new AppError("conflict", `${nameOrEmail} signs in without a password`);
    await setPassword(tx, user.id, password);
    await recordChange(tx, null, {
      action: "UPDATE",
      resourceType: "user",
      resourceKey: user.username,
      resourceId: user.id,
      description: `Reset the password of ${user.username}`,
    });
    return user.email;
  });
}

export interface Recovery {
  password: string;
  /** The account's address from now on, if it is not the present one. */
  email?: string | undefined;
  /** Throws `not_found` for a user without an admin role. */
  onlyAdmin?: boolean;
  now: Date;
}

/**
 * Gives an account back to its owner, for the operator: removes everything that lets someone in or sends something out
 * (`reclaimAccount`), and sets a password. Returns the email address to sign in by. Throws `not_found` for an unknown
 * name or address, `conflict` for a taken address, and for an account that has none.
 */
export function recoverAccount(
  db: Db,
  nameOrEmail: string,
  { password, email, onlyAdmin = false, now }: Recovery,
): Promise<string> {
  const recover = async (tx: Db) => {
    const user = await lockUserByName(tx, nameOrEmail);
    if (onlyAdmin && !(user && (await isAdmin(tx, user.id)))) throw noAdministrator(nameOrEmail);
    if (!user) throw new AppError("not_found", `There is no account ${nameOrEmail}`);
    const address = email ?? user.email;
    if (!address) throw new AppError("conflict", `${nameOrEmail} has no email address; set one with --email`);
    await reclaimAccount(tx, user, { now });
    if (email !== undefined) await giveAddress(tx, user.id, email, now);
    await setPassword(tx, user.id, password);
    await recordChange(tx, null, {
      action: "UPDATE",
      resourceType: "user",
      resourceKey: user.username,
      resourceId: user.id,
      description:
        `Recovered the account of ${user.username}: a new password${email === undefined ? "" : ", another address"}; ` +
        "sessions, second factors, connected accounts, API keys and links were removed, channels disabled",
    });
    return address;
  };
  return db.transaction(recover).catch(throwConflict);
}

async function giveAddress(tx: Db, userId: number, email: string, now: Date): Promise<void> {
  const key = emailKey(email);
  if (await isAddressTaken(tx, key, userId, now)) throw conflict([emailTaken]);
  await tx.update(users).set({ email, emailKey: key, emailVerified: true }).where(eq(users.id, userId));
}

async function lockUserByName(tx: Db, nameOrEmail: string): Promise<UserRow | null> {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.usernameKey, nameOrEmail.toLowerCase()), eq(users.emailKey, emailKey(nameOrEmail))));
  return found ? lockUser(tx, found.id) : null;
}

async function isAdmin(tx: Db, userId: number): Promise<boolean> {
  return (await findPrivileges(tx, userId)).isAdmin;
}

function noAdministrator(nameOrEmail: string): AppError {
  return new AppError("not_found", `There is no administrator ${nameOrEmail}`);
}
