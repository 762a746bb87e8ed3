import { AppError } from "contract/core/errors.ts";
import { type Privileges, privilegesOf } from "contract/roles/rules.ts";
import { type Scope, scopePermissions } from "contract/scopes.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, isNull, lt, or } from "../../../platform/db/drizzle.ts";
import { isReadOnly } from "../../../platform/db/errors.ts";
import type { KeyViewer } from "../../../platform/http/security/viewer.ts";
import { prepareFindKey } from "./queries.ts";
import { apiKeys } from "./table.ts";

/** The precision of a key's last use. */
const lastUsedPrecisionMs = 3_600_000;

export interface IdentifyKeyOptions {
  /** Whether the site demands a second factor of administrators. */
  needsSecondFactor(): boolean;
  /** Receives errors of updates in the background, except from a read-only database. */
  onError(error: unknown): void;
}

/**
 * Finds the owner of a key, with the privileges of its scopes that the owner has now, and records its use in the
 * background. Throws `unauthenticated` for a revoked or unknown key, so that public calls report it as well.
 */
export function prepareIdentifyKey(
  db: Db,
  { needsSecondFactor, onError }: IdentifyKeyOptions,
): (token: string, now: Date) => Promise<KeyViewer> {
  const findKey = prepareFindKey(db);
  /** Keys whose use is being recorded. */
  const pending = new Set<number>();

  async function recordUse(id: number, now: Date, due: Date): Promise<void> {
    pending.add(id);
    try {
      const isDue = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, due));
      await db
        .update(apiKeys)
        .set({ lastUsedAt: now })
        .where(and(eq(apiKeys.id, id), isDue));
    } catch (error) {
      if (!isReadOnly(error)) onError(error);
    } finally {
      pending.delete(id);
    }
  }

  return async (token, now) => {
    const found = await findKey(token);
    if (!found) throw new AppError("unauthenticated", "This API key is revoked or unknown");
    const { keyId: id, scopes, lastUsedAt, userId, showExplicit, hasSecondFactor } = found;
    const due = new Date(now.getTime() - lastUsedPrecisionMs);
    if ((lastUsedAt === null || lastUsedAt < due) && !pending.has(id)) void recordUse(id, now, due);
    const key = { id, scopes: new Set(scopes) };
    // a key sees the whole catalogue, owned games too
    const privileges = narrow(found.privileges, scopes);
    const lacksFactor = privileges.permissions.size > 0 && needsSecondFactor() && !hasSecondFactor;
    return { userId, showExplicit, libraryVersion: 0, ...privileges, needsSecondFactor: lacksFactor, key };
  };
}

/** The owner's privileges as far as the scopes make use of them. A key is never an administrator as such. */
function narrow({ permissions, languages }: Privileges, scopes: readonly Scope[]): Privileges {
  const used = scopes.flatMap((scope) => scopePermissions[scope] ?? []).filter((one) => permissions.has(one));
  if (used.length === 0) return privilegesOf([]);
  return { isAdmin: false, isSuperAdmin: false, permissions: new Set(used), languages };
}
