import type { ApiKey } from "contract/accounts/key-schema.ts";
import type { KeyRow } from "./queries.ts";

/** An API key as its owner sees it. */
export function toApiKey({ id, name, start, scopes, createdAt, lastUsedAt }: KeyRow): ApiKey {
  const used = lastUsedAt?.toISOString() ?? null;
  return { id, name, start, scopes, createdAt: createdAt.toISOString(), lastUsedAt: used };
}
