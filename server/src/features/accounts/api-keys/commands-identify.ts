import { AppError } from "contract/core/errors.ts";
import { privilegesOf } from "contract/roles/rules.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, isNull, lt, or } from "../../../platform/db/drizzle.ts";
import { isReadOnly } from "../../../platform/db/errors.ts";
import type { KeyViewer } from "../../../platform/http/security/viewer.ts";
import { prepareFindKey } from "./queries.ts";
import { apiKeys } from "./table.ts";

/** The precision of a key's last use. */
const lastUsedPrecisionMs = 3_600_000;

/**
 * Finds the owner of a key, who has no privileges through it, and records its use in the background. Throws
 * `unauthenticated` for a revoked or unknown key, so that public calls report it as well. `onError` receives errors of
 * the update, except from a read-only database.
 */
export function prepareIdentifyKey(
  db: Db,
  onError: (error: unknown) => void,
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
    const { keyId: id, scopes, lastUsedAt, userId, showExplicit } = found;
    const due = new Date(now.getTime() - lastUsedPrecisionMs);
    if ((lastUsedAt === null || lastUsedAt < due) && !pending.has(id)) void recordUse(id, now, due);
    const key = { id, scopes: new Set(scopes) };
    // a key sees the whole catalogue, owned games too
    return { userId, showExplicit, libraryVersion: 0, ...privilegesOf([]), needsSecondFactor: false, key };
  };
}
