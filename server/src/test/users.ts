import { sessions, users } from "../accounts/table.ts";
import { createToken, hashToken } from "../accounts/token.ts";
import type { Db } from "../db/connect.ts";

export interface TestUser {
  id: number;
  /** The headers of this user's calls. */
  headers: { authorization: string };
}

/** A user who is signed in for an hour. The email address is made from the name, unless it is said to be `null`. */
export async function signInUser(db: Db, username: string, more: { email?: null } = {}): Promise<TestUser> {
  const email = more.email === null ? null : `${username}@example.com`;
  const [user] = await db
    .insert(users)
    .values({ username, usernameKey: username.toLowerCase(), email, emailKey: email?.toLowerCase() })
    .returning({ id: users.id });
  const token = createToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db.insert(sessions).values({ tokenHash: hashToken(token), userId: user!.id, expiresAt });
  return { id: user!.id, headers: { authorization: `Bearer ${token}` } };
}
