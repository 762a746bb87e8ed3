import type { Factor } from "contract/accounts/schema.ts";
import type { FactorRow } from "./queries.ts";

/** A second factor as its owner sees it. */
export function toFactor({ id, kind, name, createdAt, lastUsedAt }: FactorRow): Factor {
  return { id, kind, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
