import type { Permission } from "contract/permissions.ts";
import { superAdminRole } from "contract/roles/rules.ts";
import { sessions } from "../features/accounts/table.ts";
import { adminRoles, roleAssignments, users } from "../features/users/table.ts";
import type { Db } from "../platform/db/connect.ts";
import { eq } from "../platform/db/drizzle.ts";
import { createToken, hashToken } from "../platform/process/token.ts";

export interface TestUser {
  id: number;
  headers: { authorization: string };
}

/** A user who is signed in for an hour. The email address is verified and derived from the name, unless it is null. */
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
 * A signed-in user with only these permissions; `everything` for a super admin, whose role exists once the app has
 * started. `languages` are those that `content.translate` covers, by default all.
 */
export async function signInAdmin(
  db: Db,
  username: string,
  permissions: readonly Permission[] | "everything",
  languages: string[] | null = null,
): Promise<TestUser> {
  const user = await signInUser(db, username);
  const [role] =
    permissions === "everything"
      ? await db.select({ id: adminRoles.id }).from(adminRoles).where(eq(adminRoles.name, superAdminRole))
      : await db
          .insert(adminRoles)
          .values({ name: `role_of_${username}`, permissions: [...permissions], languages })
          .returning({ id: adminRoles.id });
  await db.insert(roleAssignments).values({ userId: user.id, roleId: role!.id });
  return user;
}
