import type { User } from "contract/accounts/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { hasSecondFactor } from "./factors/queries.ts";
import { toUser, type UserFacts, type UserRow } from "./present.ts";
import { findPrivileges } from "./queries.ts";

/** A user as they see themselves. */
export async function describeUser(db: Db, user: UserRow): Promise<User> {
  return toUser(user, await findFacts(db, user.id));
}

/** What `toUser` needs besides the user's row. */
export async function findFacts(db: Db, userId: number): Promise<UserFacts> {
  return { ...(await findPrivileges(db, userId)), hasSecondFactor: await hasSecondFactor(db, userId) };
}
