import type { Permission } from "contract/permissions.ts";
import { superAdminRole } from "contract/roles/rules.ts";
import { eq } from "drizzle-orm";
import { sessions, users } from "../accounts/table.ts";
import { createToken, hashToken } from "../accounts/token.ts";
import type { Db } from "../db/connect.ts";
import { adminRoles, roleAssignments } from "../roles/table.ts";

export interface TestUser {
  id: number;
  /** The headers of this user's calls. */
  headers: { authorization: string };
}

/** A user who is signed in for an hour. The email address is made from the name and verified, unless it is said to be `null`. */
export async function signInUser(db: Db, username: string, more: { email?: null } = {}): Promise<TestUser> {
  const email = more.email === null ? null : `${username}@example.com`;
  const [user] = await db
    .insert(users)
    .values({
      username,
      usernameKey: username.toLowerCase(),
      email,
      emailKey: email?.toLowerCase(),
      emailVerified: email !== null,
    })
    .returning({ id: users.id });
  const token = createToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db.insert(sessions).values({ tokenHash: hashToken(token), userId: user!.id, expiresAt });
  return { id: user!.id, headers: { authorization: `Bearer ${token}` } };
}

/**
 * A user who is signed in and may do just that, by a role of their own; `everything` = a super admin.
 * The roles that ship must be there, as they are once the app has started.
 */
export async function signInAdmin(
  db: Db,
  username: string,
  permissions: readonly Permission[] | "everything",
): Promise<TestUser> {
  const user = await signInUser(db, username);
  const [role] =
    permissions === "everything"
      ? await db.select({ id: adminRoles.id }).from(adminRoles).where(eq(adminRoles.name, superAdminRole))
      : await db
          .insert(adminRoles)
          .values({ name: `role_of_${username}`, permissions: [...permissions] })
          .returning({ id: adminRoles.id });
  await db.insert(roleAssignments).values({ userId: user.id, roleId: role!.id });
  return user;
}
