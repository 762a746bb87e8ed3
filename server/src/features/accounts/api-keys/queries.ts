import { type Privileges, privilegesOf } from "contract/roles/rules.ts";
import type { Scope } from "contract/scopes.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { desc, eq, type InferSelectModel, sql } from "../../../platform/db/drizzle.ts";
import { hashToken } from "../../../platform/process/token.ts";
import { users } from "../../users/table.ts";
import { hasSecondFactor, heldRoles } from "../queries.ts";
import { apiKeys } from "./table.ts";

export type KeyRow = InferSelectModel<typeof apiKeys>;

/** The account's keys, newest first. */
export function listKeys(db: Db, userId: number): Promise<KeyRow[]> {
  return db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(desc(apiKeys.id));
}

export interface FoundKey {
  keyId: number;
  scopes: Scope[];
  lastUsedAt: Date | null;
  userId: number;
  showExplicit: boolean;
  /** What the owner may do as an administrator. */
  privileges: Privileges;
  hasSecondFactor: boolean;
}

/** The key with this token and its owner, or `null`. */
export function prepareFindKey(db: Db): (token: string) => Promise<FoundKey | null> {
  const statement = db
    .select({
      keyId: apiKeys.id,
      scopes: apiKeys.scopes,
      lastUsedAt: apiKeys.lastUsedAt,
      userId: users.id,
      showExplicit: users.showExplicitContent,
      hasSecondFactor,
      roles: heldRoles,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.tokenHash, sql.placeholder("tokenHash")))
    .prepare("find_api_key");
  return async (token) => {
    const [found] = await statement.execute({ tokenHash: hashToken(token) });
    if (!found) return null;
    const { roles, ...key } = found;
    return { ...key, privileges: privilegesOf(roles) };
  };
}
