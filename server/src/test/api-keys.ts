import { keyPrefix } from "contract/accounts/key-rules.ts";
import type { Scope } from "contract/scopes.ts";
import { apiKeys } from "../features/accounts/api-keys/table.ts";
import type { Db } from "../platform/db/connect.ts";
import { createToken, hashToken } from "../platform/process/token.ts";

/** The token of a new API key. */
export async function addKey(db: Db, userId: number, scopes: readonly Scope[]): Promise<string> {
  const token = keyPrefix + createToken();
  await db.insert(apiKeys).values({
    userId,
    name: "Key",
    tokenHash: hashToken(token),
    start: token.slice(0, 7),
    scopes: [...scopes],
    createdAt: new Date(),
  });
  return token;
}
